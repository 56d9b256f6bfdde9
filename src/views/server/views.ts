import { createHash } from 'node:crypto'
import type { ChangeContext } from '#changes/server/changes.ts'
import { isFeatureOn } from '#entities/feature.ts'
import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { viewsName } from '#views/model.ts'
import { withViewOperations } from '#views/operations.ts'
import { loadOwnDefaults, loadTeams, loadViews, saveViews } from '#views/server/views.store.ts'
import { isVisible, type Asker, type View } from '#views/view.ts'
import type { ViewsPart } from '#views/wire.ts'

/** Who asks for views: what of a member's context they need to know. */
export type ViewContext = ChangeContext & {
  readonly member: Asker & { readonly unitId: string; readonly developerMode: boolean }
}

/** Views as a part of the definitions that change sets change. */
export const viewDefinitions = {
  kinds: withViewOperations,
  load: async (executor: Executor, schema: string) => ({ [viewsName]: await loadViews(executor, schema) }),
  save: saveViews,
}

/** The views that a member sees: personal ones only where there are to be some. */
export async function visibleViews({ database, environment, member }: ViewContext, model: Model): Promise<View[]> {
  const views = await loadViews(database, environment.schema)
  return views.filter(
    (view) => isVisible(view, member) && (!view.personal || isFeatureOn(model, 'personalviews', view.entity_id)),
  )
}

/** What the definitions say of views to a member, with a tag that changes when it does. */
export async function viewsPart(context: ViewContext, model: Model): Promise<{ tag: string; part: ViewsPart }> {
  const { database, environment, member } = context
  const [views, teams, defaults] = await Promise.all([
    visibleViews(context, model),
    loadTeams(database, environment.schema, member.id),
    loadOwnDefaults(database, environment.schema, member.id),
  ])
  const part = {
    views,
    reader: {
      id: member.id,
      unit_id: member.unitId,
      team_ids: teams,
      variables: Object.fromEntries([...model.variables.values()].map(({ key, value }) => [key, value])),
      defaults,
    },
  }
  return { tag: createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22), part }
}
