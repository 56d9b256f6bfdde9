import { listMetadata } from '#attributes/listMetadata.ts'
import type { ChangeContext, ChangeSets, Companion } from '#changes/server/changes.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { namingOf } from '#entities/naming.ts'
import { enqueueJob, type JobDraft } from '#jobs/server/jobs.ts'
import { namingPlan } from '#records/naming.ts'

/** Input of the job `naming`: the entity, and optionally the moment since when its records were written. */
export type NamingJob = { readonly entity_id: string; readonly since?: string }

/** Change sets that queue the job `naming` for entities whose naming rule changes. */
export function renamingChanges(changes: ChangeSets<Model>, wake: () => void): ChangeSets<Model> {
  const following = (context: ChangeContext, given?: Companion<Model>) => {
    let isNeeded = false
    const companion: Companion<Model> = async (transaction, models) => {
      await given?.(transaction, models)
      for (const entity of renamed(models.before, models.after)) {
        isNeeded = true
        await enqueueJob(context, namingJob(entity, {}), transaction)
      }
    }
    return { companion, wakeIfNeeded: () => void (isNeeded && wake()) }
  }
  return {
    ...changes,
    async apply(context, operations, options = {}) {
      const { companion, wakeIfNeeded } = following(context, options.companion)
      const applied = await changes.apply(context, operations, { ...options, companion })
      wakeIfNeeded()
      return applied
    },
    async undo(context, changeId, note, given) {
      const { companion, wakeIfNeeded } = following(context, given)
      const applied = await changes.undo(context, changeId, note, companion)
      wakeIfNeeded()
      return applied
    },
  }
}

/** Draft of the job that renames the records of an entity. */
export function namingJob(
  { id, collectionname }: Pick<EntityDefinition, 'id' | 'collectionname'>,
  { since }: Pick<NamingJob, 'since'>,
): JobDraft {
  const data: NamingJob = { entity_id: id, ...(since !== undefined && { since }) }
  return { kind: 'naming', title: { entity: collectionname }, data }
}

/**
 * The existing entities whose records get other names: from another source attribute, or because the source's values
 * are displayed differently.
 */
export function renamed(before: Model, after: Model): readonly EntityDefinition[] {
  return [...after.entities.values()].filter((entity) => {
    const former = before.entities.get(entity.id)
    if (entity.naming === null || !former) return false
    return ruleOf(before, former) !== ruleOf(after, entity)
  })
}

function ruleOf(model: Model, entity: EntityDefinition): string {
  const plan = namingPlan(model, entity)
  const attribute = namingOf(entity)
  const { type, result, options } = attribute ?? {}
  const shown = type && listMetadata[type].words === 'label' ? options?.map(({ value, label }) => [value, label]) : null
  const formulas = plan?.formulas.map((each) => [each.column, each.attribute.expression, each.attribute.result])
  return JSON.stringify([entity.naming, type, result, shown, formulas])
}
