import type { Columns } from '../../src/expressions/compile.ts'
import { compileExpression, sqlTypeOf } from '../../src/expressions/compile.ts'
import { evaluationContext } from '../../src/expressions/context.ts'
import { readExpression, type Expression } from '../../src/expressions/expression.ts'
import { sqlContext } from '../../src/expressions/sql/context.ts'
import { fragmentParameter, sqlFragment, type Fragment } from '../../src/expressions/sql/fragment.ts'
import { noFields, type ScopeField, type Fields, type Type } from '../../src/expressions/type.ts'
import { momentOf } from '../../src/dates/calendar.ts'

/** A summer's day in Riga, where clocks are three hours ahead. */
export const me = '01980000-0000-7000-8000-000000000001'
export const riga = evaluationContext(momentOf('2026-07-15T12:30:00.000Z') ?? 0, 'Europe/Riga', me, null)

const state: Type = {
  kind: 'choice',
  options: [
    { value: 'open', label: 'Open' },
    { value: 'paid', label: 'Paid' },
  ],
}
const customer: Fields = fieldsOf({ name: { kind: 'text' }, city: { kind: 'text' }, since: { kind: 'date' } })

/** The fields that tests know. */
export const invoice: Fields = fieldsOf({
  title: { kind: 'text' },
  note: { kind: 'text' },
  total: { kind: 'number' },
  rate: { kind: 'number' },
  count: { kind: 'number' },
  paid: { kind: 'boolean' },
  sent: { kind: 'boolean' },
  due: { kind: 'date' },
  start: { kind: 'date' },
  created_on: { kind: 'datetime' },
  updated_on: { kind: 'datetime' },
  effort: { kind: 'duration' },
  state,
  owner: { kind: 'record', entity: '', fields: () => noFields },
  tags: { kind: 'list', of: { kind: 'text' } },
  amounts: { kind: 'list', of: { kind: 'number' } },
  customer: { kind: 'record', entity: 'customer', fields: () => customer },
  variable: { kind: 'record', entity: null, fields: () => fieldsOf({ vat: { kind: 'number' } }) },
})

/** The values of one invoice, by paths. */
export const values = {
  title: 'Invoice 7',
  note: null,
  total: '121.00',
  rate: '0.21',
  count: '3',
  paid: true,
  sent: null,
  due: '2026-08-31',
  start: '2026-02-01',
  created_on: '2026-03-29T00:59:59.999Z',
  updated_on: '2026-10-25T00:30:00.000Z',
  effort: '5400',
  state: 'paid',
  owner: me,
  tags: ['a', 'b'],
  amounts: ['1', '2.5'],
  customer: me,
  'customer.name': 'Anna',
  'customer.city': 'Rīga',
  'customer.since': '2020-02-29',
  'variable.vat': '0.21',
}

/** An expression that must hold. */
export function expressionOf(text: string): Expression {
  const read = readExpression(text, invoice)
  if ('tree' in read) return read
  throw new Error(`${text}: ${JSON.stringify(read)}`)
}

/** Paths as parameters, each with its value. */
export function parametersOf(given: Readonly<Record<string, unknown>>): Columns {
  return (key) => fragmentParameter(given[key] ?? null, sqlTypeOf(typeAt(key)))
}

/** SQL that gives the value of an expression in the form in which values travel, as JSON. */
export function selectOf(expression: Expression, columns: Columns): Fragment {
  const value = compileExpression(expression, columns, sqlContext(riga))
  return sqlFragment`to_json(${travelling(expression.type, value)})`
}

/** A fragment as a statement. */
export function textOfFragment({ parts, values }: Fragment): { text: string; values: unknown[] } {
  const text = parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('')
  return { text, values: [...values] }
}

function travelling(type: Type, value: Fragment): Fragment {
  switch (type.kind) {
    case 'number':
    case 'duration':
      return sqlFragment`trim_scale(${value})::text`
    case 'date':
      return sqlFragment`to_char(${value}, 'YYYY-MM-DD')`
    case 'datetime':
      return sqlFragment`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    case 'list': {
      const item = { parts: ['u.i'], values: [] }
      return sqlFragment`(select coalesce(json_agg(${travelling(type.of, item)}), '[]') from unnest(${value}) as u(i))`
    }
    default:
      return sqlFragment`(${value})`
  }
}

function typeAt(key: string): Type {
  let fields: Fields = invoice
  let type: Type = { kind: 'null' }
  for (const name of key.split('.')) {
    type = fields.get(name)?.type ?? { kind: 'null' }
    fields = type.kind === 'record' ? type.fields() : noFields
  }
  return type
}

function fieldsOf(types: Readonly<Record<string, Type>>): Fields {
  const all = Object.entries(types).map(([name, type], index): ScopeField => ({ name, type, id: `0000${index}` }))
  return new Map(all.map((field) => [field.name, field]))
}
