import { Fault, fault } from '#faults/fault.ts'
import type { RowRule } from '#attributes/rowRule.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Wire } from '#odata/compile/writer.ts'
import { raw } from '#odata/fragments.ts'
import type { Expected, Once, Written } from '#odata/protocol/store.ts'
import { compileInsert } from '#odata/write/insert.ts'
import { compileRemove } from '#odata/write/remove.ts'
import { showAll } from '#odata/write/show.ts'
import { slot } from '#odata/write/plan.ts'
import { compileUpdate, type Target } from '#odata/write/update.ts'
import { hasComputed } from '#odata/model.ts'
import { qualified } from '#platform/sql.ts'
import { expressionPlan } from '#records/expressionPlan.ts'
import { fileChecks, fileCompanions } from '#records/files/server/fileWrites.ts'
import { auditOf, idempotencyOf, trashOf } from '#records/server/auditStatements.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'
import { refuseUnfulfilled, withDefaults } from '#records/server/expressionWrites.ts'
import {
  createChecks,
  entityFor,
  refuseClosed,
  refuseClosedFields,
  refuseCreate,
  updateChecks,
} from '#records/server/rights.ts'
import { onFreshModel, stale, type RecordsContext, type Stale } from '#records/server/freshModel.ts'
import { nameOfChanged, nameOfNew, withoutName } from '#records/server/naming/givenName.ts'
import { gaplessNumbers, nextNumbers, numberedFields } from '#records/server/numbering.ts'
import { keptFulfils } from '#records/history/server/trash/trashSnapshot.ts'
import { rowPredicate } from '#records/server/currentSnapshot.ts'
import { rowChecks } from '#records/server/rowRules.ts'
import { refuseRedacted } from '#records/server/redactProblems.ts'
import { createStamps, updateStamps } from '#records/server/stamps.ts'
import {
  assignments,
  giveValues,
  lookupChecks,
  permission,
  refuseFailed,
  run,
  statementOf,
  unusedKey,
  valueSlot,
  valuesOf,
  writeTo,
  type CheckedValues,
  type WriteOutcome,
  type Write,
} from '#records/server/write.ts'
import type { Service } from '#records/odataModel.ts'

/** A record as it was written; `isReckoned`: some of it is told only by reading. */
export type RecordWritten = Written & { readonly isReckoned: boolean }

/** How a record is created: shown as `wire`, under a key of the asker's, for a request that counts once. */
export type Creation = { readonly wire: Wire; readonly key?: string | undefined; readonly once?: Once | undefined }

/**
 * Creates a record, with its event and audit row in the same statement. Faults: `validation.*` at the fields,
 * `managed.create`, `request.forbidden`; where the key is given, `record.keyTaken` and `record.trashed`.
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
    const id = givenId === undefined ? context.newId() : guidOf(givenId)
    const incoming = { context, model, service, entity }
    // Most entities have none of what follows, and then wait for nothing.
    const { defaults, validators, filters } = expressionPlan(model, entity)
    const unfilled = withoutName(entity, body)
    const said = defaults.length === 0 ? unfilled : await withDefaults(incoming, unfilled)
    const { values: given } = await valuesOf(context, entity, model, unfilled, { mode: 'create', filled: said })
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
      ...createChecks(write, values),
      ...lookupChecks(write, values),
      ...fileChecks(write, values, key),
      ...(isKeyed ? [unusedKey(write)] : []),
    ]
    const conditions = checks.map(({ condition }) => condition)
    const gapless = gaplessNumbers(write, checks.length)
    const isGapless = gapless.ahead.length > 0
    const planKey = ['create', columns.join(), wireKey(wire), isOnce, isKeyed, ...conditions]
    // What may meet with another of the same key is written by itself.
    const together = isKeyed || isOnce || isGapless ? null : key
    const statement = statementOf(write, planKey, together, (amount) =>
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
          ...(isOnce ? [idempotencyOf(write.schema)] : []),
        ],
        show: showAll(write.shown, wire),
        // What gives way has counted already; an error takes its number back.
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

/**
 * Changes the given fields of a record. Nothing is written when nothing differs. Faults: `record.unknown`, `record.stale`
 * (with the record as it now is), `record.disabled`, `request.precondition`, `managed.update`, `validation.*` at the fields.
 */
export async function updateRecord(
  asked: RecordsContext,
  uri: string,
  id: string,
  body: unknown,
  expected: Expected,
  wire: Wire,
): Promise<RecordWritten> {
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    refuseClosed(context, entity, 'managed.update')
    refuseBlind(entity, expected)
    refuseClosedFields(context, entity, model, body)
    const incoming = { context, model, service, entity }
    const { values, rules } = await valuesOf(context, entity, model, withoutName(entity, body), { mode: 'update' })
    const { validators, filters } = expressionPlan(model, entity)
    if (validators.length + filters.length === 0 && entity.naming === null) {
      const written = await attempt(incoming, { values, rules }, expected)
      if (written !== moved) return written
    }
    for (let left = mostTurns; left > 0; left--) {
      const held = await refuseUnfulfilled(incoming, values, guidOf(id))
      const named = await nameOfChanged(incoming, values, guidOf(id))
      const whole = { values: { ...values, ...named.values }, rules }
      const written = await attempt(incoming, whole, heldTo(expected, held ?? named.version))
      if (written !== moved) return written
    }
    throw fault('server.unavailable')
  })

  /** One statement. `moved`: the record is not the one any more that conditions were found to hold for. */
  async function attempt(
    { context, model, service, entity }: Pick<Write, 'context' | 'model' | 'entity'> & { readonly service: Service },
    { values, rules }: CheckedValues,
    wanted: Expected,
  ): Promise<RecordWritten | Stale | typeof moved> {
    const write = writeTo(context, model, service, entity)
    const columns = giveValues(write, values)
    const checks = [...lookupChecks(write, values), ...fileChecks(write, values, slot('id'))]
    const allowed = updateChecks(write, values)
    const held = [...rowChecks(write, rules), ...allowed]
    const target = targetOf(write, id, wanted, 'update')
    const { versions, readable, permitted } = target
    const conditions = [readable, permitted, ...[...checks, ...held].map(({ condition }) => condition)]
    const key = ['update', columns.join(), wireKey(wire), versions !== null, ...conditions]
    const statement = statementOf(write, key, target.key, (amount) =>
      compileUpdate({
        ...target,
        ...write,
        amount,
        assignments: assignments(write, columns),
        stamps: updateStamps(write, columns),
        // Product ruling 2.2: of a disabled record only the status may change. Changing nothing only locks it.
        changeable: ['', 'status'].includes(columns.join()) ? null : raw(`b."status" <> 'disabled'`),
        checks,
        rowChecks: held,
        companions: [
          eventOf('update', entity, write.schema),
          ...auditOf('update', entity, new Set(columns), write.schema),
          ...fileCompanions(write, columns),
        ],
        show: showAll(write.shown, wire),
      }),
    )
    const outcome = await run(write, statement, [])
    if (outcome === stale) return stale
    const isMoved = isVersions(wanted) && !wanted.includes(outcome.found ?? '')
    if (isMoved && outcome.found && isWanted(expected, outcome.found)) return moved
    refuseUnwritten(outcome, expected, 'request.forbidden')
    refuseBroken(write, outcome, rules)
    const refused = allowed.find((_check, index) => outcome[`holds${rules.length + index}`] === false)
    if (refused) throw fault(refused.code, {}, refused.property)
    // Last, so that whoever may not change the record learns nothing of what it would have been linked to.
    refuseFailed(write, outcome, checks)
    const value = outcome.value ?? ''
    return {
      id: guidOf(id),
      value,
      version: outcome.changed ? String(Number(outcome.found) + 1) : (outcome.found ?? ''),
      isReckoned: hasComputed(write.shown),
    }
  }
}

/** That a given key is another record's is said before what stands against the values. */
async function refuseTaken(
  { context, entity, schema }: Write,
  key: string | undefined,
  error: unknown,
): Promise<never> {
  if (key === undefined || !(error instanceof Fault) || error.status !== 422) throw error
  const text = `select 1 from ${qualified(schema, entity.uri)} where id = $1`
  const taken = await context.database.query({ text, values: [guidOf(key)] })
  throw taken.length > 0 ? fault('record.keyTaken') : error
}

/** Whoever may not read a deleted record is told of it as little as of one that is there. */
async function refuseTrashed({ context, model, entity, schema }: Write, id: string, error: unknown): Promise<never> {
  if (!(error instanceof Fault) || error.code !== 'record.trashed') throw error
  const kept = keptFulfils(schema, entity, 'd.record', rowPredicate(context, model, 'read', entity), 3)
  const found = await context.database.query({
    text: `select 1 from ${qualified(schema, '_trash')} d where d.id = $1 and d.entity_id = $2 and ${kept.text}`,
    values: [id, entity.id, ...kept.values],
  })
  throw found.length > 0 ? error : fault('record.unknown')
}

const moved: unique symbol = Symbol('moved')

/** How often a change is tried anew while others change the same record between its conditions and its statement. */
const mostTurns = 20

// Two changes at once must not both hold by a record that only one of them finds.
function heldTo(expected: Expected, held: string | undefined): Expected {
  if (held === undefined) return expected
  return isWanted(expected, held) ? [held] : []
}

function isWanted(expected: Expected, version: string): boolean {
  return !isVersions(expected) || expected.includes(version)
}

/**
 * Moves a record to the trash. Faults: `record.unknown`, `record.stale`, `record.deleteForbidden`, `request.precondition`,
 * `managed.delete`.
 */
export async function deleteRecord(asked: RecordsContext, uri: string, id: string, expected: Expected): Promise<void> {
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    refuseClosed(context, entity, 'managed.delete')
    refuseBlind(entity, expected)
    const write = writeTo(context, model, service, entity)
    const target = targetOf(write, id, expected, 'delete')
    const key = ['delete', target.versions !== null, target.readable, target.permitted]
    const statement = statementOf(write, key, null, () =>
      compileRemove({
        ...target,
        ...write,
        changeable: null,
        companions: [
          trashOf(entity, write.schema),
          eventOf('delete', entity, write.schema),
          ...auditOf('delete', entity, new Set(), write.schema),
        ],
      }),
    )
    const outcome = await run(write, statement, [])
    if (outcome === stale) return stale
    refuseUnwritten(outcome, expected, 'record.deleteForbidden')
    return undefined
  })
}

/** Where makers want it, who changes a record says on which version. */
function refuseBlind({ requireetag }: EntityDefinition, expected: Expected): void {
  if (requireetag && expected === null) throw fault('request.precondition')
}

function refuseBroken({ context, entity, model }: Write, outcome: WriteOutcome, rules: readonly RowRule[]): void {
  const broken = rules.filter((_rule, index) => outcome[`holds${index}`] === false)
  const problems = broken.map(({ target, code, parameters, message }) => ({ code, target, parameters, message }))
  refuseRedacted(context, entity, model, problems)
}

function refuseUnwritten(
  outcome: WriteOutcome,
  expected: Expected,
  forbidden: 'request.forbidden' | 'record.deleteForbidden',
): void {
  if (outcome.found === null || outcome.found === undefined) throw fault('record.unknown')
  if (outcome.permitted === false) throw fault(forbidden)
  if (isVersions(expected) && !expected.includes(outcome.found)) throw fault('record.stale', { version: outcome.found })
  if (outcome.changeable === false) throw fault('record.disabled')
}

function targetOf(write: Write, id: string, expected: Expected, action: 'update' | 'delete'): Target {
  write.inputs['id'] = guidOf(id)
  write.inputs['versions'] = expected
  return {
    set: write.set,
    table: write.table,
    key: slot('id'),
    versions: isVersions(expected) ? slot('versions') : null,
    readable: permission(write, 'read'),
    permitted: permission(write, action),
  }
}

function isVersions(expected: Expected): expected is readonly string[] {
  return expected !== null && expected !== '*'
}

/** What else a statement's text depends on than what it writes. */
function wireKey({ numbersAsText, metadata, omitsNulls }: Wire): string {
  return `${numbersAsText} ${metadata ?? ''} ${omitsNulls ?? ''}`
}

function guidOf(key: string): string {
  if (!uuidPattern.test(key)) throw fault('request.idInvalid', {}, 'id')
  return key.toLowerCase()
}
