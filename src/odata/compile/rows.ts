import type { BoundNode, BoundExpand, BoundSelection } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { boundType } from '#odata/bind/types.ts'
import { addressText } from '#odata/compile/address.ts'
import { noteTexts } from '#odata/compile/notes.ts'
import { givenTypes, rowControls, typeControls } from '#odata/compile/control.ts'
import { expandedText } from '#odata/compile/expandedText.ts'
import { conditionText, operandText } from '#odata/compile/expression.ts'
import { projectionText } from '#odata/compile/projection.ts'
import { manyRelation, manyText, sourceText } from '#odata/compile/source.ts'
import { resultText, stepsText } from '#odata/compile/steps.ts'
import { wireText } from '#odata/compile/wire.ts'
import { column, conditionsText, guardText, type WireForm, type Writer, quotedName } from '#odata/compile/writer.ts'
import { propertyOf, type Property } from '#odata/model.ts'
import { ident, literal } from '#platform/sql.ts'

/**
 * Returns the SQL of a row's values: values of the root come from the page, values of an expanded row from its own
 * table.
 */
export type ReadRow = {
  readonly property: (table: number, property: Property) => string
  readonly value: (bound: BoundNode) => string
}

/** Reads values where the tables themselves are in scope. */
export function readTables(writer: Writer): ReadRow {
  return {
    property: (table, property) => column(writer, table, property),
    value: (bound) => operandText(writer, bound),
  }
}

/** The select list of an answer's row: its etag, properties, lookups and collections. */
export function rowText(writer: Writer, wire: WireForm, selection: BoundSelection, read: ReadRow): string {
  const { set } = tableAt(writer.guarded.query, selection.table)
  if (selection.as === 'reference') return `${addressText(writer, selection.table, read)} as "@odata.id"`
  const isBare = selection.as === 'value'
  const version = isBare || set.etag === undefined || wire.metadata === 'none' ? undefined : propertyOf(set, set.etag)
  const etag = version && `'W/"' || ${read.property(selection.table, version)} || '"' as "@odata.etag"`
  const columns = projectionText(wire, set, selection.properties, (property) =>
    read.property(selection.table, property),
  )
  const computed = selection.computed.flatMap(({ name, expression }) => {
    const type = boundType(expression)
    const told = (isBare ? [] : givenTypes(writer, wire, [{ name, type }])).map(
      (each) => `${literal(each.type)} as ${quotedName(each.name)}`,
    )
    return [...told, `${wireText(wire, type, read.value(expression))} as ${quotedName(name)}`]
  })
  const expands = selection.expands.flatMap((expand) => expandTexts(writer, wire, expand, read))
  const isFull = wire.metadata === 'full' && !isBare
  const controls = isFull ? rowControls(writer, selection.table, read) : []
  const types = isFull ? typeControls(writer, selection.properties) : []
  const notes = isBare ? [] : noteTexts(writer, wire, selection, read)
  return [...controls, etag, ...types, ...columns, ...notes, ...computed, ...expands]
    .filter((part) => part !== undefined)
    .join(', ')
}

function expandTexts(writer: Writer, wire: WireForm, expand: BoundExpand, read: ReadRow): readonly string[] {
  const table = tableAt(writer.guarded.query, expand.selection.table)
  if (!table.link) throw new Error('only lookups and collections are expanded')
  const { parent, via, purpose } = table.link
  const condition = (bound: BoundNode) => conditionText(writer, bound)
  if (purpose !== 'many') {
    const row = rowText(writer, wire, expand.selection, readTables(writer))
    const key = column(writer, expand.selection.table, propertyOf(table.set, table.set.key))
    const from = sourceText(writer, expand.selection.table)
    const conditions = [
      `${key} = ${read.property(parent, via)}`,
      guardText(writer, expand.selection.table),
      expand.filter && condition(expand.filter),
    ]
    const rows = `select ${row} from ${from}${conditionsText('where', conditions)}`
    return [`(select row_to_json("@r") from (${rows}) "@r") as ${ident(expand.name)}`]
  }
  const { set } = tableAt(writer.guarded.query, parent)
  const parentKey = read.property(parent, propertyOf(set, set.key))
  const rowsOf = { table: expand.selection.table, of: expand.filter }
  const start = () => manyRelation(writer, rowsOf, condition, parentKey)
  const found = () => manyText(writer, rowsOf, condition, parentKey)
  const { applied } = expand
  const counted = () => {
    const rows = applied ? `(${stepsText(writer, start(), applied.steps)}) s` : found()
    return wireText(wire, 'Edm.Int64', `(select count(*) from ${rows})`)
  }
  if (expand.isCount) return [`${counted()} as ${quotedName(`${expand.name}@odata.count`)}`]
  const count = expand.count ? [`${counted()} as ${quotedName(`${expand.name}@odata.count`)}`] : []
  if (applied) {
    const result = resultText(writer, { wire, set: table.set }, applied, start)
    return [...count, `${result} as ${ident(expand.name)}`]
  }
  const row = rowText(writer, wire, expand.selection, readTables(writer))
  return [...count, `${expandedText(writer, expand, { row, found, parentKey })} as ${ident(expand.name)}`]
}
