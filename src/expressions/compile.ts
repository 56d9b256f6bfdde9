import type { Bound } from '#expressions/bound.ts'
import type { Expression } from '#expressions/expression.ts'
import { textOfDay, textOfMoment } from '#dates/calendar.ts'
import { decimalText } from '#decimals/decimal.ts'
import {
  listed,
  fragmentParameter,
  plain,
  sqlFragment,
  type Fragment,
  type SqlType,
} from '#expressions/sql/fragment.ts'
import type { SqlContext } from '#expressions/sql/context.ts'
import { byCodePoint } from '#expressions/sql/text.ts'
import type { Type } from '#expressions/type.ts'
import { isDecimal, type Value } from '#expressions/value.ts'

/**
 * The SQL of a path, by its names: a column, or a parameter for what is no column. Numbers are numeric or whole, durations
 * numeric seconds, moments timestamptz, records uuid, lists arrays.
 */
export type Columns = (key: string) => Fragment

/**
 * The SQL of an expression: it gives what its closure gives, in PostgreSQL's types (`sqlTypeOf`). Values are parameters,
 * identifiers come from `columns` alone.
 */
export function compileExpression({ bound }: Expression, columns: Columns, context: SqlContext): Fragment {
  return fragmentOf(bound, columns, context)
}

/** The SQL type in which values of a type are computed. */
export function sqlTypeOf(type: Type): SqlType {
  switch (type.kind) {
    case 'number':
    case 'duration':
      return 'numeric'
    case 'boolean':
    case 'date':
      return type.kind
    case 'datetime':
      return 'timestamptz'
    case 'record':
      return 'uuid'
    case 'list':
      return type.of.kind === 'list' ? 'text[]' : (`${sqlTypeOf(type.of)}[]` as SqlType)
    default:
      return 'text'
  }
}

function fragmentOf(bound: Bound, columns: Columns, context: SqlContext): Fragment {
  switch (bound.kind) {
    case 'constant':
      return inOrder(bound.type, fragmentParameter(writtenValue(bound.value, bound.type), sqlTypeOf(bound.type)))
    case 'path':
      return pathOf(columns(bound.key), bound.type)
    case 'list': {
      const items = bound.items.map((item) => fragmentOf(item, columns, context))
      return sqlFragment`array[${listed(items)}]::${plain(sqlTypeOf(bound.type))}`
    }
    case 'empty':
      return sqlFragment`${fragmentOf(bound.of, columns, context)}::${plain(sqlTypeOf(bound.type))}`
    case 'call':
      return callOf(bound, columns, context)
  }
}

function callOf(bound: Extract<Bound, { kind: 'call' }>, columns: Columns, context: SqlContext): Fragment {
  const { function: called, items, options } = bound
  const fragments = items.map((item) => fragmentOf(item, columns, context))
  const result = called.sql({ context, options }, ...fragments)
  return { ...sqlFragment`(${result})`, simple: result.simple === true, certain: called.certain }
}

function pathOf(column: Fragment, type: Type): Fragment {
  const simple = { simple: true }
  if (type.kind === 'number') return { ...sqlFragment`${column}::numeric`, ...simple }
  if (type.kind === 'list') return { ...sqlFragment`coalesce(${column}, '{}')`, ...simple }
  return { ...inOrder(type, column), ...simple }
}

function inOrder(type: Type, fragment: Fragment): Fragment {
  return type.kind === 'text' || type.kind === 'choice' ? byCodePoint(fragment) : fragment
}

function writtenValue(value: Value, type: Type): unknown {
  if (isDecimal(value)) return decimalText(value)
  if (typeof value !== 'number') return value
  return type.kind === 'date' ? textOfDay(value) : textOfMoment(value)
}
