import {
  evaluated,
  idsOf,
  named,
  note,
  noteAt,
  type Coming,
  type RowExpressions,
} from '#records/exchange/server/import/rowExpressions.ts'
import { columnOf } from '#attributes/attribute.ts'
import { validateRecord } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import { formRoot } from '#entities/expressionScope.ts'
import { readValue, valuesFor, type Planned } from '#records/expressionPlan.ts'
import type { RowProblem } from '#records/exchange/import/rowReader.ts'
import { listedCandidates } from '#records/server/candidates.ts'
import type { Batch } from '#records/exchange/server/import/batches.ts'
import { valueTarget, type ValueContext, type DatabaseRow } from '#records/server/recordValues.ts'

/** Which of the choices go together, and the like, said of the record as it will be. */
export function checkRules(
  known: RowExpressions,
  batch: Batch,
  { at, row, held }: Coming,
  problems: Map<number, RowProblem>,
): void {
  const { rules, changed, fields, readers, entity, actor } = known
  if (rules.length === 0) return
  const mode = held ? 'update' : 'create'
  const given = (held ? changed : fields).filter(({ column }) => readers.get(column)?.isClosed[mode] === false)
  const values = Object.fromEntries(given.map(({ column }) => [column, row[column]]))
  const check = validateRecord(entity, values, mode, {
    now: actor.now().toISOString(),
    ...(held && { before: held as Record<string, WireValue> }),
  })
  if ('values' in check) return
  const [problem] = check.problems
  const field = fields.find(({ column }) => column === problem?.target)
  if (problem && field) note(problems, batch, at, field, problem)
  else if (problem) problems.set(at, { column: null, cell: null, problem, ...named(known, problem.target) })
}

/** Whether the conditions of fields hold for rows, each as the record will be. */
export async function checkConditions(
  known: RowExpressions,
  place: ValueContext,
  batch: Batch,
  coming: readonly Coming[],
  problems: Map<number, RowProblem>,
): Promise<void> {
  const { validators, concerning } = known
  for (const planned of validators) {
    const { attribute, column } = planned
    const asked = coming.filter(({ at, row, held }) => {
      const isAsked = held === undefined || concerning.includes(planned)
      return isAsked && !problems.has(at) && (row[column] ?? null) !== null
    })
    const values = await evaluated(known, place, planned, asked)
    for (const [order, { at }] of asked.entries()) {
      if (values[order] === true) continue
      const problem = { code: 'validation.condition', target: column, message: attribute.title ?? undefined } as const
      noteAt(known, problems, batch, at, column, problem)
    }
  }
}

/** Whether the links of rows lead to records that their fields offer. */
export async function checkCandidates(
  known: RowExpressions,
  place: ValueContext,
  batch: Batch,
  coming: readonly Coming[],
  problems: Map<number, RowProblem>,
): Promise<void> {
  const { filters, model, entity, concerning, linked, evaluators, around } = known
  for (const [order, filter] of filters.entries()) {
    const { attribute, column, expression, hasView } = filter
    const target = valueTarget(model, attribute.related_entity)
    if (!target) continue
    const asked = coming.filter(({ at, row, held }) => {
      return (held === undefined || concerning.includes(filter)) && !problems.has(at) && typeof row[column] === 'string'
    })
    const listed = hasView ? await listedCandidates(place, attribute, idsOf(asked, column)) : undefined
    const paths = (expression?.dependencies.fields ?? [])
      .map(({ fields: names }) => names.map(({ name }) => name))
      .filter(([root]) => root !== formRoot)
    const records = expression && (await linked.rows(place, target, idsOf(asked, column), paths))
    const fulfils = (id: string, row: DatabaseRow): boolean => {
      if (!expression) return true
      const record = records?.get(id)
      const values = record && {
        ...valuesFor(model, entity, expression, {}),
        ...record,
        ...formOf(known, expression, row),
      }
      return values !== undefined && evaluators[order]?.(values, around) === true
    }
    for (const { at, row } of asked) {
      const id = String(row[column])
      if ((!listed || listed.has(id)) && fulfils(id, row)) continue
      const problem = { code: 'validation.candidate', target: column, message: attribute.title ?? undefined } as const
      noteAt(known, problems, batch, at, column, problem)
    }
  }
}

function formOf(known: RowExpressions, { dependencies }: Planned['expression'], row: DatabaseRow): DatabaseRow {
  const { entity } = known
  return Object.fromEntries(
    dependencies.fields.flatMap(({ key }) => {
      const [root, uri] = key.split('.')
      const field = root === formRoot ? entity.fields.find((each) => each.uri === uri) : undefined
      return field ? [[key, readValue(field, row[columnOf(field)])] as const] : []
    }),
  )
}
