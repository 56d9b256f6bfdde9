import { createHash } from 'node:crypto'
import type { ChangeContext } from '#changes/server/changes.ts'
import { isFeatureOn } from '#entities/feature.ts'
import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { withoutFields } from '#views/clean.ts'
import { viewsName } from '#views/model.ts'
import { viewConcept } from '#views/operations.ts'
import { loadOwnDefaults, loadTeams, loadViews, saveViews } from '#views/server/views.store.ts'
import { isVisible, type ViewAsker, type View } from '#views/view.ts'
import type { ViewsPart } from '#views/wire.ts'

/** The part of a member's context that views need. */
export type ViewContext = ChangeContext & {
  /** Returns the definitions visible to the member; undefined means all. */
  readonly seen?: (model: Model) => Promise<Model>
  readonly member: ViewAsker & { readonly unitId: string; readonly developerMode: boolean }
  /** The signed-in person; differs from the member while somebody views the environment as that member. */
  readonly session?: { readonly user: { readonly id: string } }
}

/** Views as a part of the definitions under change sets. */
export const viewDefinitions = {
  concept: viewConcept,
  load: async (executor: Executor, schema: string) => ({ [viewsName]: await loadViews(executor, schema) }),
  save: saveViews,
}

/**
 * The views visible to a member. Personal views are included only on request, and never for others who view the
 * environment as the member (product ruling 2.4: visible to their creators only).
 */
export async function visibleViews(context: ViewContext, model: Model): Promise<View[]> {
  const { database, environment, member } = context
  const seen = (await context.seen?.(model)) ?? model
  const views = await loadViews(database, environment.schema, member.id)
  const gone = goneFrom(model, seen)
  const isOneself = context.session === undefined || context.session.user.id === member.id
  const isShown = ({ personal, entity_id }: View) =>
    !personal || (isOneself && isFeatureOn(model, 'personalviews', entity_id))
  return views
    .filter((view) => isVisible(view, member) && isShown(view))
    .filter(({ entity_id }) => seen === model || seen.entities.has(entity_id))
    .map((view) => (gone.size === 0 ? view : withoutFields(view, gone)))
}

/** The attributes that the member may not read: views omit them. */
function goneFrom(model: Model, seen: Model): ReadonlySet<string> {
  if (seen === model) return new Set()
  return new Set(
    [...model.entities.values()].flatMap(({ id, attributes }) => {
      const left = new Set(seen.entities.get(id)?.attributes.map((each) => each.id))
      return attributes.filter((each) => !left.has(each.id)).map((each) => each.id)
    }),
  )
}

/** The views part of the definitions for a member, with a tag that changes with its content. */
export async function viewsPart(
  context: ViewContext,
  model: Model,
  seen: Model = model,
): Promise<{ tag: string; part: ViewsPart }> {
  const { database, environment, member } = context
  const [views, teams, chosen] = await Promise.all([
    visibleViews(context, model),
    loadTeams(database, environment.schema, member.id),
    loadOwnDefaults(database, environment.schema, member.id),
  ])
  // A member with restricted visibility gets only the variables in visible expressions and shared views. Personal views
  // are not considered, because members could name any variable there.
  const told = JSON.stringify(views.filter(({ personal }) => !personal))
  const variables = [...model.variables.values()].filter(
    ({ key }) => seen === model || seen.variables.has(key) || told.includes(`"key":${JSON.stringify(key)}`),
  )
  // Default views that are invisible to the member are ignored.
  const known = new Set(views.map(({ id }) => id))
  const defaults = Object.fromEntries(Object.entries(chosen).filter(([, id]) => known.has(id)))
  const part = {
    views,
    ...(seen !== model && { variables: variables.map(({ id, key, type }) => ({ id, key, type })) }),
    reader: {
      id: member.id,
      unit_id: member.unitId,
      team_ids: teams,
      variables: Object.fromEntries(variables.map(({ key, value }) => [key, value])),
      defaults,
    },
  }
  return { tag: createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22), part }
}
