import {
  evaluated,
  idsOf,
  note,
  setValue,
  type Coming,
  type RowExpressions,
} from '#records/exchange/server/import/rowExpressions.ts'
import { isRefusal } from '#attributes/type.ts'
import { writtenValue } from '#records/expressionPlan.ts'
import { isReckoned, type ImportField, type RowProblem } from '#records/exchange/import/rowReader.ts'
import type { Batch } from '#records/exchange/server/import/batches.ts'
import { valueTarget, type ValueContext } from '#records/server/recordValues.ts'

/** What the file does not say of new records and an expression does. */
export async function fillIn(
  known: RowExpressions,
  place: ValueContext,
  batch: Batch,
  coming: readonly Coming[],
  problems: Map<number, RowProblem>,
) {
  const { defaults, places, fields, readers } = known
  for (const planned of defaults) {
    const { attribute, column } = planned
    const index = places.get(column) ?? -1
    const field = fields[index]
    if (!field) continue
    // An empty cell says that there is nothing; only where there must be something the default stands in.
    const open = coming.filter(({ held, row }) => {
      return held === undefined && (field.source === null || (attribute.required && row[column] === null))
    })
    const values = await evaluated(known, place, planned, open)
    for (const [order, { at, row }] of open.entries()) {
      const value = writtenValue(attribute, values[order] ?? null)
      if (value === null) continue
      const read = readers.get(column)?.read(value) ?? null
      if (isRefusal(read)) note(problems, batch, at, field, field.problem(read, value))
      else setValue(batch, at, index, (row[column] = read))
    }
    await refuseAbsent(known, place, batch, field, open, problems)
  }
  // Expressions see literal defaults of other fields only now, as they do wherever records are made.
  for (const [index, { column, source }] of fields.entries()) {
    if (source !== null) continue
    for (const { at, row, held } of coming) if (!held) row[column] ??= batch.rows[at]?.[index] ?? null
  }
  for (const [index, field] of fields.entries()) {
    if (!field.field.required || !isReckoned(field.field)) continue
    for (const [at, row] of batch.rows.entries())
      if (row[index] === null && (field.source !== null || batch.own[at] === null) && !problems.has(at))
        note(problems, batch, at, field, field.problem({ code: 'validation.required' }, null))
  }
}

/** A link that was computed leads to a record that the actor may read. */
async function refuseAbsent(
  known: RowExpressions,
  place: ValueContext,
  batch: Batch,
  field: ImportField,
  open: readonly Coming[],
  problems: Map<number, RowProblem>,
): Promise<void> {
  const { model, linked } = known
  const target = valueTarget(model, field.field.related_entity)
  if (field.field.type !== 'N:1' || !target) return
  const present = await linked.rows(place, target, idsOf(open, field.column), [['id']])
  for (const { at, row } of open) {
    const link = row[field.column]
    if (typeof link === 'string' && !present.has(link))
      note(problems, batch, at, field, field.problem({ code: 'validation.lookup' }, link))
  }
}
