import { Fault, fault } from '#faults/fault.ts'
import type { Consequence, ManyConsequences } from '#records/consequence.ts'
import { foresee } from '#records/server/recordDependents.ts'
import { onFreshModel, stale } from '#records/server/freshModel.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'
import { refuseOtherOptions, selectedIds } from '#records/server/work/listing.ts'
import type { WorkSelection } from '#records/work.ts'
import { mayAtAll } from '#security/reach.ts'
import { hiddenFrom } from '#security/visible.ts'

/** Maximum number of records to examine: for larger deletions the preview covers the first ones. */
const most = 10_000
const nobody: Consequence = { gone: [], held: [], cleared: [] }

/**
 * Previews the effects of the deletion of many records on other records. Faults: `definition.unknown`,
 * `request.forbidden`, `request.malformed`.
 */
export async function previewDeletion(
  asked: WorkContext,
  { secret }: Pick<WorkDeps, 'secret'>,
  entityId: string,
  selection: WorkSelection,
): Promise<ManyConsequences> {
  if ('query' in selection) refuseOtherOptions(selection.query)
  return onFreshModel(asked, async (model, service, context) => {
    const entity = model.entities.get(entityId)
    if (!entity || hiddenFrom(context.member, model)?.entities.has(entityId)) throw fault('definition.unknown')
    if (!mayAtAll(context.member, 'delete', entity, model)) throw fault('request.forbidden')
    const ground = { context, model, service }
    const found = await selectedIds(ground, entity, selection, { secret, most })
    if (found === stale) return stale
    if (found.ids.length === 0) return { ...nobody, looked: 0, more: false }
    try {
      return { ...(await foresee(ground, entity, found.ids)), looked: found.ids.length, more: found.more }
    } catch (error) {
      const code = error instanceof Fault ? error.code : undefined
      // The member may delete none of the records; the job itself reports this per record.
      if (code === 'record.unknown') return { ...nobody, looked: found.ids.length, more: found.more }
      if (code === 'record.tooManyDependants') return { ...nobody, looked: 0, more: true }
      throw error
    }
  })
}
