import { setImmediate as othersTurn } from 'node:timers/promises'
import { crossFieldRules } from '#attributes/crossFieldRule.ts'
import { isStored } from '#attributes/attribute.ts'
import { fieldReaders } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { evaluationContext, serverZone } from '#expressions/context.ts'
import { evaluatorOf } from '#expressions/evaluate.ts'
import type { Problem } from '#faults/fault.ts'
import { translateFor } from '#language/server/texts.ts'
import { expressionPlan, valuesFor, type Planned } from '#records/expressionPlan.ts'
import { problemAt, type ImportField, type RowProblem } from '#records/exchange/import/rowReader.ts'
import { serviceOf } from '#records/odataModel.ts'
import { isTouched } from '#records/server/expressionWrites.ts'
import type { Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import { createLinked, type LinkedRecords } from '#records/exchange/server/import/linkedRecords.ts'
import type { ValueContext, DatabaseRow } from '#records/server/recordValues.ts'

export type ExpressionsOptions = {
  readonly actor: ImportActor
  readonly model: Model
  readonly entity: EntityDefinition
  readonly fields: readonly ImportField[]
  /** Whether rows may mean records that exist. */
  readonly mayChange: boolean
  /** Whether rows are written as they are found to hold. */
  readonly written: boolean
}

/** So many rows are computed with before others get on: each turn of the event loop takes a few milliseconds. */
const atOnce = 500

/** A row on its way: the record as it will be, the columns that the file gives, and the record as it is. */
export type Coming = {
  readonly at: number
  readonly row: Record<string, unknown>
  readonly held: DatabaseRow | undefined
}

export type RowExpressions = NonNullable<ReturnType<typeof planExpressions>>

/** What of an entity's expressions an import has to do with; nothing where the entity has none. */
export function planExpressions(options: ExpressionsOptions) {
  const { actor, model, entity, fields, mayChange, written } = options
  const { defaults, validators, filters } = expressionPlan(model, entity)
  const rules = mayChange ? crossFieldRules(entity.fields.filter(isStored)) : []
  if (defaults.length + validators.length + filters.length + rules.length === 0) return undefined
  const readers = fieldReaders(entity)
  const places = new Map(fields.map(({ column }, at) => [column, at]))
  // Nothing is sorted here: any collation will do.
  const ground = { uri: 'import', schema: actor.environment.schema, collation: '"C"', translate: translateFor('en') }
  const service = serviceOf(model, ground)
  const { id, unitId } = actor.member
  const around = evaluationContext(actor.now().getTime(), actor.timeZone ?? serverZone, id, unitId)
  // Product ruling 2.5: what is readonly is set once, when the record is made.
  const changed = fields.filter(({ source, column, field }) => {
    return source !== null && column !== 'id' && !field.readonly && field.type !== 'autonumber'
  })
  const touches = Object.fromEntries(changed.map(({ column }) => [column, null]))
  const concerning = [...validators, ...filters].filter((each) => isTouched(entity, each, touches))
  const readsHeld = concerning.length + rules.length > 0
  const evaluators = filters.map(({ expression }) => expression && evaluatorOf(expression))
  const linked = createLinked(model, entity)
  return {
    actor,
    model,
    entity,
    fields,
    written,
    defaults,
    validators,
    filters,
    rules,
    readers,
    places,
    service,
    around,
    changed,
    concerning,
    readsHeld,
    evaluators,
    linked,
  }
}

/** The values of an expression for rows, in their order. */
export async function evaluated(
  known: RowExpressions,
  place: ValueContext,
  { expression, evaluate }: Planned,
  rows: readonly Coming[],
) {
  const { linked, model, entity, around } = known
  if (rows.length === 0) return []
  const behind: LinkedRecords = await linked.behind(place, expression, rows)
  const values: ReturnType<typeof evaluate>[] = []
  for (const [at, { row }] of rows.entries()) {
    if (at % atOnce === atOnce - 1) await othersTurn()
    values.push(evaluate(valuesFor(model, entity, expression, row, behind(row)), around))
  }
  return values
}

export function noteAt(
  known: RowExpressions,
  problems: Map<number, RowProblem>,
  batch: Batch,
  at: number,
  column: string,
  problem: Problem,
): void {
  const { fields, places } = known
  const field = fields[places.get(column) ?? -1]
  if (field) note(problems, batch, at, field, problem)
  else problems.set(at, { column: null, cell: null, problem, ...named(known, column) })
}

export function named(known: RowExpressions, column: string | undefined): { readonly field?: string } {
  const { readers } = known
  const field = readers.get(column ?? '')?.field
  return field ? { field: field.name } : {}
}

/** Notes what is wrong with a cell. */
export function note(
  problems: Map<number, RowProblem>,
  batch: Batch,
  at: number,
  field: ImportField,
  problem: Problem,
): void {
  const cell = field.source === null ? null : (batch.cells[at]?.[field.source] ?? null)
  problems.set(at, problemAt(field, problem, cell))
}

export function setValue({ rows }: Batch, at: number, index: number, value: WireValue): void {
  const row = rows[at]
  if (row) row[index] = value
}

/** The ids that a link of rows leads to, each once. */
export function idsOf(rows: readonly Coming[], column: string): readonly string[] {
  const found = rows.map(({ row }) => row[column]).filter((each) => typeof each === 'string' && uuidPattern.test(each))
  return [...new Set(found as string[])]
}
