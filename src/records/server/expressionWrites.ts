import { columnOf } from '#attributes/attribute.ts'
import type { RecordValues } from '#attributes/record.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { evaluationContext, serverZone } from '#expressions/context.ts'
import type { EvaluationValues } from '#expressions/evaluate.ts'
import type { Expression } from '#expressions/expression.ts'
import { fault, type Problem } from '#faults/fault.ts'
import { qualified } from '#platform/sql.ts'
import {
  expressionPlan,
  pathsOver,
  rootsOf,
  valuesFor,
  writtenValue,
  type CandidateRule,
  type Planned,
} from '#records/expressionPlan.ts'
import type { Service } from '#records/odataModel.ts'
import { lockedRowText } from '#records/server/currentSnapshot.ts'
import { isCandidate } from '#records/server/candidates.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { linkedValues, readRow, readValueRows, type ValueAsker } from '#records/server/recordValues.ts'
import { refuseRedacted } from '#records/server/redactProblems.ts'

/** A record on its way in: the definitions to validate against, and the author. */
export type Incoming = {
  readonly context: ValueAsker & Pick<RecordsContext, 'environment'>
  readonly model: Model
  readonly service: Service
  readonly entity: EntityDefinition
}

type Row = Readonly<Record<string, unknown>>

/** The body of a new record, completed by default expressions for the fields that the body omits. */
export async function withDefaults(incoming: Incoming, body: unknown): Promise<unknown> {
  const { defaults } = expressionPlan(incoming.model, incoming.entity)
  if (defaults.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const row: Record<string, unknown> = { owner_id: incoming.context.member.id, status: 'active', ...body }
  const filled: Record<string, unknown> = {}
  for (const planned of defaults) {
    if (planned.column in body) continue
    const value = writtenValue(planned.attribute, await computed(incoming, planned, row))
    if (value === null) continue
    row[planned.column] = value
    filled[planned.column] = value
  }
  return { ...filled, ...body }
}

/**
 * Refuses values that violate the conditions of their fields, and links to records that are not candidates. `id` is the
 * record to change; omitted values come from the stored record. Returns the record version that the check holds for
 * where the record had to be read, and `noVersion` for a record that does not exist.
 */
export async function refuseUnfulfilled(
  incoming: Incoming,
  given: RecordValues,
  id?: string,
): Promise<string | undefined> {
  const { entity } = incoming
  if (!isAnyTouched(incoming, given)) return undefined
  const held: Row = id === undefined ? {} : await readRow(incoming, entity.uri, id)
  // The writer reports the missing record.
  if (id !== undefined && held['id'] === undefined) return noVersion
  const problems = await problemsOf(incoming, { ...held, ...given }, given)
  if (problems.length > 0 && id !== undefined) await refuseForbidden(incoming, id)
  refuseRedacted(incoming.context, entity, incoming.model, problems)
  return id === undefined ? undefined : String(held['version'] ?? noVersion)
}

/** Reports a missing right to update a readable record before problems of the values. */
async function refuseForbidden({ context, model, entity }: Incoming, id: string): Promise<void> {
  const may = lockedRowText(context, model, { action: 'update', entity, first: 2 })
  const found = await context.database.query({
    text: `select 1 from ${qualified(context.environment.schema, entity.uri)} t where t.id = $1 and ${may.text}`,
    values: [id, ...may.values],
  })
  if (found.length === 0) throw fault('request.forbidden')
}

/**
 * The first of the given records, locked by the caller, that would violate a condition after the change; undefined
 * where the change fits all records.
 */
export async function firstUnfulfilled(
  incoming: Incoming,
  given: RecordValues,
  ids: readonly string[],
): Promise<{ readonly row: Row; readonly problems: readonly Problem[] } | undefined> {
  if (!isAnyTouched(incoming, given)) return undefined
  for (const row of (await readValueRows(incoming, incoming.entity.uri, ids)).values()) {
    const problems = await problemsOf(incoming, { ...row, ...given }, given)
    if (problems.length > 0) return { row, problems }
  }
  return undefined
}

function isAnyTouched({ entity, model }: Incoming, given: RecordValues): boolean {
  const { validators, filters } = expressionPlan(model, entity)
  return [...validators, ...filters].some((each) => isTouched(entity, each, given))
}

async function problemsOf(incoming: Incoming, row: Row, given: RecordValues): Promise<readonly Problem[]> {
  const { entity, model } = incoming
  const { validators, filters } = expressionPlan(model, entity)
  const problems: Problem[] = []
  for (const { attribute, column, ...planned } of validators) {
    if (!isTouched(entity, { column, expression: planned.expression }, given) || (row[column] ?? null) === null)
      continue
    const holds = await computed(incoming, { attribute, column, ...planned }, row)
    if (holds !== true)
      problems.push({ code: 'validation.condition', target: column, message: attribute.title ?? undefined })
  }
  for (const filter of filters) {
    const link = row[filter.column]
    if (typeof link !== 'string' || !isTouched(entity, filter, given)) continue
    if (!(await isCandidate(incoming, filter.attribute, row, link)))
      problems.push({
        code: 'validation.candidate',
        target: filter.column,
        message: filter.attribute.title ?? undefined,
      })
  }
  return problems
}

const noVersion = '0'

/** Whether the write touches the field itself, or another attribute of the record that the field's expression reads. */
export function isTouched(
  { fields }: EntityDefinition,
  { column, expression }: Pick<CandidateRule, 'column' | 'expression'>,
  given: RecordValues,
): boolean {
  if (column in given) return true
  if (!expression) return false
  const roots = namesOf(expression)
  return fields.some((field) => roots.has(field.uri) && columnOf(field) in given)
}

function namesOf(expression: Expression): ReadonlySet<string> {
  const behind = pathsOver(expression).flatMap(([root, [name]]) =>
    root === 'form' && name !== undefined ? [name] : [],
  )
  return new Set([...rootsOf(expression), ...behind])
}

/** Evaluates an expression of an entity with the values of a record. */
export async function computed({ context, model, service, entity }: Incoming, planned: Planned, row: Row) {
  const { expression, evaluate } = planned
  const linked: EvaluationValues = await linkedValues({ context, model, service, entity }, expression, row)
  const { id, unitId } = context.member
  const around = evaluationContext(context.now().getTime(), context.timeZone ?? serverZone, id, unitId)
  return evaluate(valuesFor(model, entity, expression, row, linked), around)
}
