import type { RowRule } from '#attributes/rowRule.ts'
import { fault } from '#faults/fault.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import { raw } from '#odata/fragments.ts'
import { hasComputed } from '#odata/model.ts'
import type { Expected } from '#odata/protocol/store.ts'
import { slot } from '#odata/write/plan.ts'
import { showAll } from '#odata/write/show.ts'
import { compileUpdate } from '#odata/write/update.ts'
import { expressionPlan } from '#records/expressionPlan.ts'
import { fileChecks, fileCompanions } from '#records/files/server/fileWrites.ts'
import type { Service } from '#records/odataModel.ts'
import { auditOf } from '#records/server/auditStatements.ts'
import type { RecordWritten } from '#records/server/createRecord.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'
import { refuseUnfulfilled } from '#records/server/expressionWrites.ts'
import { onFreshModel, stale, type RecordsContext, type Stale } from '#records/server/freshModel.ts'
import { nameOfChanged, withoutName } from '#records/server/naming/givenName.ts'
import { refuseRedacted } from '#records/server/redactProblems.ts'
import { entityFor, refuseClosed, refuseClosedFields, updateChecks } from '#records/server/rights.ts'
import { rowChecks } from '#records/server/rowRules.ts'
import { updateStamps } from '#records/server/stamps.ts'
import {
  assignments,
  giveValues,
  lookupChecks,
  refuseFailed,
  run,
  writeStatement,
  writtenValues,
  writeTo,
  type CheckedValues,
  type Write,
  type WriteOutcome,
} from '#records/server/write.ts'
import {
  isVersions,
  recordKey,
  refuseUnconditional,
  refuseUnwritten,
  targetOf,
  wireKey,
} from '#records/server/writeTarget.ts'

/**
 * Input of an update: new values of some fields, the acceptable versions (If-Match), and the wire form of the answer.
 */
export type RecordUpdate = { readonly body: unknown; readonly expected: Expected; readonly wire: WireForm }

/**
 * Changes the given fields of a record. Writes nothing where no value differs. Faults: `record.unknown`, `record.stale`
 * (with the current record), `record.disabled`, `request.precondition`, `managed.update`, `validation.*` at the fields.
 */
export async function updateRecord(
  asked: RecordsContext,
  uri: string,
  id: string,
  { body, expected, wire }: RecordUpdate,
): Promise<RecordWritten> {
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    refuseClosed(context, entity, 'managed.update')
    refuseUnconditional(entity, expected)
    refuseClosedFields(context, entity, model, body)
    const incoming = { context, model, service, entity }
    const { values, rules } = await writtenValues(context, entity, model, withoutName(entity, body), { mode: 'update' })
    const { validators, filters } = expressionPlan(model, entity)
    const readsRecord = validators.length + filters.length > 0 || entity.naming !== null
    for (let left = mostTurns; left > 0; left--) {
      // Most entities have no conditions that read the record, and skip these steps without waiting.
      const read = readsRecord ? await refuseUnfulfilled(incoming, values, recordKey(id)) : undefined
      const named = readsRecord ? await nameOfChanged(incoming, values, recordKey(id)) : undefined
      const checked = { values: named ? { ...values, ...named.values } : values, rules }
      const held = pinVersion(expected, read ?? named?.version)
      const written = await runUpdate(incoming, id, checked, { expected, held, wire })
      if (written !== moved) return written
    }
    throw fault('server.unavailable')
  })
}

/** The record was changed by somebody else between the check of its conditions and the statement. */
const moved: unique symbol = Symbol('moved')

/** Attempts of an update while others change the same record between the check and the statement. */
const mostTurns = 20

type Incoming = Pick<Write, 'context' | 'model' | 'entity'> & { readonly service: Service }
/** `held`: the expected versions, narrowed to the version for which the conditions were checked. */
type UpdateTerms = Pick<RecordUpdate, 'expected' | 'wire'> & { readonly held: Expected }

/**
 * Runs the one statement of an update. Returns `moved` where the record no longer has the version for which its
 * conditions were checked.
 */
async function runUpdate(
  { context, model, service, entity }: Incoming,
  id: string,
  { values, rules }: CheckedValues,
  { expected, held, wire }: UpdateTerms,
): Promise<RecordWritten | Stale | typeof moved> {
  const write = writeTo(context, model, service, entity)
  const columns = giveValues(write, values)
  const checks = [...lookupChecks(write, values), ...fileChecks(write, values, slot('id'))]
  const allowed = updateChecks(write, values)
  const conditionsOfRow = [...rowChecks(write, rules), ...allowed]
  const target = targetOf(write, id, held, 'update')
  const { versions, readable, permitted } = target
  const conditions = [readable, permitted, ...[...checks, ...conditionsOfRow].map(({ condition }) => condition)]
  const key = ['update', columns.join(), wireKey(wire), versions !== null, ...conditions]
  const statement = writeStatement(write, key, target.key, (amount) =>
    compileUpdate({
      ...target,
      ...write,
      amount,
      assignments: assignments(write, columns),
      stamps: updateStamps(write, columns),
      // Product ruling 2.2: only the status of a disabled record may change. An empty change only locks the record.
      changeable: ['', 'status'].includes(columns.join()) ? null : raw(`b."status" <> 'disabled'`),
      checks,
      rowChecks: conditionsOfRow,
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
  const isMoved = isVersions(held) && !held.includes(outcome.found ?? '')
  if (isMoved && outcome.found && isExpected(expected, outcome.found)) return moved
  refuseUnwritten(outcome, expected, 'request.forbidden')
  refuseBroken(write, outcome, rules)
  const refused = allowed.find((_check, index) => outcome[`holds${rules.length + index}`] === false)
  if (refused) throw fault(refused.code, {}, refused.property)
  // Last, so that a writer without the right to change the record learns nothing about the link targets.
  refuseFailed(write, outcome, checks)
  return {
    id: recordKey(id),
    value: outcome.value ?? '',
    version: outcome.changed ? String(Number(outcome.found) + 1) : (outcome.found ?? ''),
    isReckoned: hasComputed(write.shown),
  }
}

// Two concurrent updates must not both pass conditions against a version that only one of them replaces.
function pinVersion(expected: Expected, version: string | undefined): Expected {
  if (version === undefined) return expected
  return isExpected(expected, version) ? [version] : []
}

function isExpected(expected: Expected, version: string): boolean {
  return !isVersions(expected) || expected.includes(version)
}

function refuseBroken({ context, entity, model }: Write, outcome: WriteOutcome, rules: readonly RowRule[]): void {
  const broken = rules.filter((_rule, index) => outcome[`holds${index}`] === false)
  const problems = broken.map(({ target, code, parameters, message }) => ({ code, target, parameters, message }))
  refuseRedacted(context, entity, model, problems)
}
