import { Fault, fault } from '#faults/fault.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import { hasComputed } from '#odata/model.ts'
import type { Once, Written } from '#odata/protocol/store.ts'
import { compileInsert } from '#odata/write/insert.ts'
import { slot } from '#odata/write/plan.ts'
import { showAll } from '#odata/write/show.ts'
import { qualified } from '#platform/sql.ts'
import { expressionPlan } from '#records/expressionPlan.ts'
import { fileChecks, fileCompanions } from '#records/files/server/fileWrites.ts'
import { keptFulfils } from '#records/history/server/trash/trashSnapshot.ts'
import { auditOf, idempotencyStatement } from '#records/server/auditStatements.ts'
import { rowPredicate } from '#records/server/currentSnapshot.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'
import { refuseUnfulfilled, withDefaults } from '#records/server/expressionWrites.ts'
import { onFreshModel, stale, type RecordsContext } from '#records/server/freshModel.ts'
import { nameOfNew, withoutName } from '#records/server/naming/givenName.ts'
import { gaplessNumbers, nextNumbers, numberedFields } from '#records/server/numbering.ts'
import {
  createRightsChecks,
  entityFor,
  refuseClosed,
  refuseClosedFields,
  refuseCreate,
} from '#records/server/rights.ts'
import { createStamps } from '#records/server/stamps.ts'
import {
  assignments,
  giveValues,
  lookupChecks,
  run,
  writeStatement,
  unusedKey,
  valueSlot,
  writtenValues,
  writeTo,
  type Write,
} from '#records/server/write.ts'
import { recordKey, wireKey } from '#records/server/writeTarget.ts'

/** A record after a write. `isReckoned`: some of its values are computed, so only a read shows them. */
export type RecordWritten = Written & { readonly isReckoned: boolean }

/**
 * Options of a creation: wire form of the answer, a key chosen by the client, and the idempotency key of the request.
 */
export type Creation = { readonly wire: WireForm; readonly key?: string | undefined; readonly once?: Once | undefined }

/**
 * Creates a record with its event and audit row in one statement. Faults: `validation.*` at the fields,
 * `managed.create`, `request.forbidden`; with a key given by the client also `record.keyTaken` and `record.trashed`.
 */
export async function createRecord(
  asked: RecordsContext,
  uri: string,
  body: unknown,
  { wire, key: givenId, once }: Creation,
): Promise<RecordWritten> {
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    refuseClosed(context, entity, 'managed.create')
    refuseCreate(context, model, entity)
    refuseClosedFields(context, entity, model, body)
    const write = writeTo(context, model, service, entity)
    const id = givenId === undefined ? context.newId() : recordKey(givenId)
    const incoming = { context, model, service, entity }
    // Most entities have no defaults, conditions or numbers, and skip these steps without waiting.
    const { defaults, validators, filters } = expressionPlan(model, entity)
    const unfilled = withoutName(entity, body)
    const said = defaults.length === 0 ? unfilled : await withDefaults(incoming, unfilled)
    const { values: given } = await writtenValues(context, entity, model, unfilled, { mode: 'create', filled: said })
    const keyFirst = (error: unknown) => refuseTaken(write, givenId, error)
    if (validators.length + filters.length > 0) await refuseUnfulfilled(incoming, given).catch(keyFirst)
    const isNumbered = numberedFields(entity).length > 0
    const numbers = isNumbered ? await nextNumbers(context.database, write.schema, entity, context.now()) : {}
    const unnamed = { ...given, ...numbers, id, owner_id: given['owner_id'] ?? context.member.id }
    const values = entity.naming === null ? unnamed : { ...unnamed, ...(await nameOfNew(incoming, unnamed)) }
    const columns = giveValues(write, values)
    if (once) Object.assign(write.inputs, { key: once.key, said: once.said })
    const isOnce = once !== undefined
    const isKeyed = givenId !== undefined
    const key = slot(valueSlot(write.set.key))
    const checks = [
      ...createRightsChecks(write, values),
      ...lookupChecks(write, values),
      ...fileChecks(write, values, key),
      ...(isKeyed ? [unusedKey(write)] : []),
    ]
    const conditions = checks.map(({ condition }) => condition)
    const gapless = gaplessNumbers(write, checks.length)
    const isGapless = gapless.ahead.length > 0
    const planKey = ['create', columns.join(), wireKey(wire), isOnce, isKeyed, ...conditions]
    // Writes that may conflict with another write of the same key are not batched with others.
    const together = isKeyed || isOnce || isGapless ? null : key
    const statement = writeStatement(write, planKey, together, (amount) =>
      compileInsert({
        ...write,
        amount,
        assignments: [...assignments(write, columns), ...gapless.assignments, ...createStamps(write)],
        ahead: gapless.ahead,
        checks,
        companions: [
          eventOf('create', entity, write.schema),
          ...auditOf('create', entity, new Set(), write.schema),
          ...fileCompanions(write, columns),
          ...(isOnce ? [idempotencyStatement(write.schema)] : []),
        ],
        show: showAll(write.shown, wire),
        // A statement with gapless numbers has already counted when the key conflicts; only an error rolls the counter
        // back.
        givesWay: isKeyed && !isGapless,
      }),
    )
    const outcome = await run(write, statement, checks)
      .catch(keyFirst)
      .catch((error: unknown) => refuseTrashed(write, id, error))
    if (outcome === stale) return stale
    if (outcome.value === null) throw fault(isKeyed ? 'record.keyTaken' : 'request.forbidden')
    return { id, value: outcome.value, version: '1', isReckoned: hasComputed(write.shown) }
  })
}

/** Reports a taken key before validation problems of the values. */
async function refuseTaken(
  { context, entity, schema }: Write,
  key: string | undefined,
  error: unknown,
): Promise<never> {
  if (key === undefined || !(error instanceof Fault) || error.status !== 422) throw error
  const text = `select 1 from ${qualified(schema, entity.uri)} where id = $1`
  const taken = await context.database.query({ text, values: [recordKey(key)] })
  throw taken.length > 0 ? fault('record.keyTaken') : error
}

/**
 * Hides a deleted record from members who may not read it, exactly as a live record is hidden: the fault becomes
 * `record.unknown`.
 */
async function refuseTrashed({ context, model, entity, schema }: Write, id: string, error: unknown): Promise<never> {
  if (!(error instanceof Fault) || error.code !== 'record.trashed') throw error
  const kept = keptFulfils(schema, entity, 'd.record', rowPredicate(context, model, 'read', entity), 3)
  const found = await context.database.query({
    text: `select 1 from ${qualified(schema, '_trash')} d where d.id = $1 and d.entity_id = $2 and ${kept.text}`,
    values: [id, entity.id, ...kept.values],
  })
  throw found.length > 0 ? error : fault('record.unknown')
}
