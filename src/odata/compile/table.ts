import type { BoundList } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { derivedValue } from '#odata/compile/derived.ts'
import { conditionText, operandText } from '#odata/compile/expression.ts'
import { orderText } from '#odata/compile/order.ts'
import { sourceText } from '#odata/compile/source.ts'
import type { Compiled, Hole } from '#odata/compile/statement.ts'
import { stopConditions } from '#odata/compile/resourcePath.ts'
import * as write from '#odata/compile/writer.ts'
import type { Writer } from '#odata/compile/writer.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import { propertyOf, type TableMap } from '#odata/model.ts'

/** A column of a row table: a property, or the name of a looked-up row, with SQL around the value. */
export type StatementColumn = {
  readonly property: string
  readonly of: 'value' | 'name'
  readonly text: (column: string) => string
}

/** Compilation input of a row table; unordered where the query has no order. */
export type TableInput = {
  readonly tables: TableMap
  readonly columns: readonly StatementColumn[]
  readonly isOrdered: boolean
}

/**
 * All rows of a list as a plain table with one column per shown value. Names of looked-up rows are joined under their
 * own guards: an unreadable name is null.
 */
export function compileTable(guarded: GuardedQuery<BoundList>, input: TableInput): Compiled {
  const holes: Hole[] = []
  const writer: Writer = { guarded, tables: input.tables, holes, derive: derivedValue }
  const { query } = guarded
  const { set } = tableAt(query, 0)
  const names = query.selection.names ?? []
  const from = sourceText(writer, 0) + names.map((each) => joinText(writer, each.table)).join('')
  const columns = input.columns.map(({ property, of, text }) => {
    if (of === 'value') return text(write.column(writer, 0, propertyOf(set, property)))
    const name = names.find(({ via }) => via.name === property)
    if (!name) return 'null::text'
    const target = tableAt(query, name.table).set
    return text(write.column(writer, name.table, propertyOf(target, target.label ?? target.key)))
  })
  const conditions = [...stopConditions(writer, query.root), query.filter && conditionText(writer, query.filter)]
  const order = input.isOrdered
    ? ` order by ${orderText(
        writer,
        query.order,
        query.order.map(({ expression }) => operandText(writer, expression)),
        false,
      )}`
    : ''
  return {
    text: `select ${columns.join(', ')} from ${from}${write.conditionsText('where', conditions)}${order}`,
    holes,
  }
}

function joinText(writer: Writer, table: number): string {
  const reference = tableAt(writer.guarded.query, table)
  if (!reference.link) throw new Error('a name belongs to a lookup')
  const key = write.column(writer, table, propertyOf(reference.set, reference.set.key))
  const equals = `${key} = ${write.column(writer, reference.link.parent, reference.link.via)}`
  const conditions = write.conditionsText('on', [equals, write.guardText(writer, table)])
  return ` left join ${write.tableText(writer, reference)}${conditions}`
}
