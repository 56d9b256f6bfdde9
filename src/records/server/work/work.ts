import { fault, refuseIf } from '#faults/fault.ts'
import { validateRecord } from '#attributes/record.ts'
import { enqueueJob, readJob } from '#jobs/server/jobs.ts'
import type { BulkDraft, TroubleRecord } from '#records/work.ts'
import { currentSnapshot, entityAtHand } from '#records/server/currentSnapshot.ts'
import { refuseClosed, refuseClosedFields } from '#records/server/rights.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'
import type { BulkJob } from '#records/server/work/handler.ts'
import { refuseOtherOptions } from '#records/server/work/listing.ts'
import { selectTrouble } from '#records/server/work/work.store.ts'
import { mayAtAll } from '#security/reach.ts'

/**
 * Starts the change or deletion of many records as a job, and returns the job's id. Requests that cannot apply to any
 * record are refused first: `validation.*` at the fields, `managed.*`, `request.forbidden`, `request.malformed`.
 */
export async function startBulk(
  asked: WorkContext,
  deps: WorkDeps,
  entityId: string,
  draft: BulkDraft,
): Promise<string> {
  const { context, model, whole } = await currentSnapshot(asked)
  const entity = entityAtHand({ model }, entityId)
  const isChange = draft.action === 'change'
  refuseClosed(context, entity, isChange ? 'managed.update' : 'managed.delete')
  if (!mayAtAll(context.member, isChange ? 'update' : 'delete', entity, whole)) throw fault('request.forbidden')
  if (!isChange && !context.member.heldRights.activities.has('bulk-delete')) throw fault('request.forbidden')
  if ('query' in draft.records) refuseOtherOptions(draft.records.query)
  if (isChange) {
    if (Object.keys(draft.values).length === 0) throw fault('request.malformed')
    refuseClosedFields(context, entity, whole, draft.values)
    const check = validateRecord(entity, draft.values, 'update')
    if ('problems' in check) refuseIf(check.problems)
  }
  const data: BulkJob = { entity_id: entityId, draft, time_zone: context.timeZone }
  const title = { entity: entity.collectionname }
  const jobId = await enqueueJob(context, { kind: isChange ? 'bulkchange' : 'bulkdelete', title, data })
  deps.wake()
  return jobId
}

const mostTold = 10_000

/** The records that a job skipped, each with its problems; at most 10,000. */
export async function troubleOf(context: WorkContext, jobId: string): Promise<TroubleRecord[]> {
  await readJob(context, jobId)
  return selectTrouble(context.database, context.environment.schema, jobId, mostTold)
}
