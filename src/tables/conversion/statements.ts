import { columnOf } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { ident, qualified } from '#platform/sql.ts'
import { conversionOf, restoredValue } from '#tables/conversion/conversion.ts'
import {
  asideName,
  fillingName,
  fillTriggerName,
  indexName,
  uniqueName,
  type ConvertColumn,
  type TableStatement,
} from '#tables/step.ts'

/** All steps of a conversion within one transaction: new values, then the columns are swapped. */
export function convertStatements(schema: string, step: ConvertColumn): TableStatement[] {
  return [...refusal(schema, step), ...fillAtOnce(schema, step), ...swapStatements(schema, step)]
}

/** The column that takes the place: a new one, or the one that waited aside. */
export function targetColumn({ asideId, back }: ConvertColumn): string {
  return back ? asideName(back.id) : fillingName(asideId)
}

/** The value of the column to come; `of` is what stands before the names of columns, such as `new.`. */
export function valueFor({ was, is, back, ...step }: ConvertColumn, of = ''): string {
  const column = `${of}${ident(columnOf(was))}`
  if (!back) return conversionOf(was, is, column).value
  const kept = `${of}${ident(targetColumn({ was, is, back, ...step }))}`
  return restoredValue({ former: back.former, was, is, kept, column })
}

/** The new column; one that comes back is there already. */
export function addTarget(schema: string, step: ConvertColumn): TableStatement[] {
  if (step.back) return []
  const type = attributeTypes[step.is.type].column(step.is)
  const name = ident(targetColumn(step))
  return [{ text: `alter table ${qualified(schema, step.table)} add column if not exists ${name} ${type}` }]
}

/** Rows whose value in the column to come is not the one that it must have yet. */
export function fillRows(schema: string, step: ConvertColumn, condition = ''): string {
  const target = ident(targetColumn(step))
  const value = valueFor(step)
  return `update ${qualified(schema, step.table)} set ${target} = ${value} where ${target} is distinct from ${value}${condition}`
}

/** Swaps the columns. Indexes of the former column would occupy the names that the new column's indexes need. */
export function swapStatements(schema: string, step: ConvertColumn): TableStatement[] {
  const table = qualified(schema, step.table)
  const column = ident(columnOf(step.is))
  const gone = [uniqueName(step.is.id), indexName(step.is.id, 'search'), indexName(step.is.id, 'lookup')]
  return [
    ...dropTrigger(schema, step),
    ...gone.map((name) => ({ text: `drop index if exists ${qualified(schema, name)}` })),
    { text: `alter table ${table} rename column ${ident(columnOf(step.was))} to ${ident(asideName(step.asideId))}` },
    { text: `alter table ${table} rename column ${ident(targetColumn(step))} to ${column}` },
  ]
}

/** The name of the unique index on the column to come, while the one of before still stands. */
export function comingUniqueName(attributeId: string): string {
  return indexName(attributeId, 'unique_coming')
}

/** What lets every writer fill the column to come: the only trigger there is, and only as long as the fill takes. */
export function makeTrigger(schema: string, step: ConvertColumn): TableStatement[] {
  const name = fillTriggerName(step.is.id)
  const target = `new.${ident(targetColumn(step))}`
  const of = ident(columnOf(step.was))
  return [
    {
      text: `create or replace function ${qualified(schema, name)}() returns trigger language plpgsql as $fill$
        begin ${target} := ${valueFor(step, 'new.')}; return new; end $fill$`,
    },
    {
      text: `create or replace trigger ${ident(name)} before insert or update of ${of} on ${qualified(schema, step.table)}
        for each row execute function ${qualified(schema, name)}()`,
    },
  ]
}

export function dropTrigger(schema: string, { table, is }: Pick<ConvertColumn, 'table' | 'is'>): TableStatement[] {
  const name = fillTriggerName(is.id)
  return [
    { text: `drop trigger if exists ${ident(name)} on ${qualified(schema, table)}` },
    { text: `drop function if exists ${qualified(schema, name)}()` },
  ]
}

/** An undo loses only what was written since; everything else asks first. */
function refusal(schema: string, { table, was, is, mayLose, back }: ConvertColumn): TableStatement[] {
  if (mayLose || back) return []
  const { loss } = conversionOf(was, is, ident(columnOf(was)))
  const text = `select 1 from ${qualified(schema, table)} where ${loss} is not null limit 1`
  return [{ text, refuseRows: 'attribute.lossy' }]
}

function fillAtOnce(schema: string, step: ConvertColumn): TableStatement[] {
  return [...addTarget(schema, step), { text: fillRows(schema, step) }]
}
