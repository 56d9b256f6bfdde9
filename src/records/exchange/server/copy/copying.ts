import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import { enqueueJob, type JobActor } from '#jobs/server/jobs.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { closedFields } from '#security/fields.ts'
import { reachOf, type Actor } from '#security/reach.ts'
import { qualified } from '#platform/sql.ts'

/** The most records that go along with a copy of their table. */
export const copyLimit = 100_000

/** What the job `copyrecords` is told: from which entity into which. */
export type CopyJob = { readonly source_id: string; readonly entity_id: string }

/**
 * Puts the job in line that gives a new copy the records of its source, for who may read all of them. Faults: `copy.limit`,
 * `request.forbidden`.
 */
export async function enqueueCopy(
  actor: JobActor & { readonly member: Actor },
  transaction: Transaction,
  {
    source,
    copy,
    model,
  }: { readonly source: EntityDefinition; readonly copy: EntityDefinition; readonly model: Model },
): Promise<void> {
  refuseReader(actor.member, source, model)
  const [row] = await transaction.query<{ count: number }>({
    text: `select count(*)::int as count from
      (select 1 from ${qualified(actor.environment.schema, source.uri)} limit ${copyLimit + 1}) r`,
  })
  if ((row?.count ?? 0) > copyLimit) throw fault('copy.limit', { max: copyLimit }, 'with_records')
  const data: CopyJob = { source_id: source.id, entity_id: copy.id }
  const title = { source: source.collectionname, entity: copy.collectionname }
  await enqueueJob(actor, { kind: 'copyrecords', title, data }, transaction)
}

/** Refuses who may not read every record of the source, or not all of each: asked at once, and anew when the job begins. */
export function refuseReader(member: Actor, source: EntityDefinition, model: Model): void {
  const readsAll = reachOf(member, 'read', source, { entities: new Map(), relationships: new Map() }) === null
  if (!readsAll || closedFields(member, source, model).unread.size > 0) throw fault('request.forbidden')
}
