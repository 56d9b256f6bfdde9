import fc from 'fast-check'
import type { RowValue } from '#odata/evaluate.ts'

export type Row = Record<string, RowValue>
export type Rows = Record<'invoices' | 'customers' | 'countries', readonly Row[]>

const names = ['', 'a', 'A', 'ab', 'ß', 'Ķēde', 'ķēde', '%_\\', '100%', "it's", '𝒳', '', '漢字', 'a b', 'NULL', 'İ']
const numbers = ['0', '-1', '1', '2', '0.1', '0.10', '1.005', '-0.5', '12345678901234567890.1234', '9007199254740993']
const integers = ['0', '1', '-1', '2', '9007199254740993', '-9223372036854775808', '7']
const days = ['2026-01-01', '2026-02-28', '1999-12-31', '0001-01-01', '9999-12-31']
const times = [
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.123456Z',
  '2025-12-31T23:00:00-01:00',
  '1969-12-31T23:59:59.5Z',
]

/** The same rows in every run: drawn with a fixed seed. */
export function drawRows(): Rows {
  const pick = <Thing>(things: readonly Thing[]) => fc.option(fc.constantFrom(...things), { freq: 4 })
  const idOf = (kind: number, index: number) => `00000000-0000-7000-8${kind}00-${String(index).padStart(12, '0')}`
  const draw = <Thing>(value: fc.Arbitrary<Thing>, count: number) => fc.sample(value, { numRuns: count, seed: 42 })
  const countries = draw(fc.record({ name: pick(names) }), 5).map((row, index) => ({ id: idOf(1, index), ...row }))
  const country = pick(countries.map((row) => row['id']))
  const customers = draw(fc.record({ name: pick(names), country_id: country }), 12).map((row, index) => ({
    id: idOf(2, index),
    ...row,
  }))
  const invoice = fc.record({
    name: pick(names),
    total: pick(numbers),
    units: pick(integers),
    rank: pick(['0', '1', '2', '7']),
    due: pick(days),
    done: fc.option(fc.boolean()),
    created_on: fc.constantFrom(...times),
    customer_id: pick([...customers.map((row) => row['id']), idOf(9, 9)]),
  })
  const invoices = draw(invoice, 240).map((row, index) => ({ id: idOf(3, index), ...row }))
  return { countries, customers, invoices }
}

const oneOf = (things: readonly string[]) => fc.constantFrom(...things)
const comparison = oneOf(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])
const text = oneOf(names.map((name) => `'${name.replaceAll("'", "''")}'`))
const textProperty = oneOf([
  'name',
  'customer/name',
  'customer/country/name',
  'tolower(name)',
  'toupper(customer/name)',
  'concat(name,customer/name)',
  'substring(name,1)',
  'substring(name,-2,1)',
  'substring(name,rank,units)',
  'trim(name)',
  'case(done:name,true:customer/name)',
  'cast(rank,Edm.String)',
])
const compared = (left: fc.Arbitrary<string>, right: fc.Arbitrary<string>) =>
  fc
    .tuple(left, comparison, fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: fc.constant('null') }))
    .map((parts) => parts.join(' '))
const number = oneOf([
  'total',
  'units',
  'rank',
  'length(name)',
  '(total add units)',
  '(total sub rank mul 3)',
  '(units mul units)',
  '(total div 3)',
  '(units div rank)',
  '(units divby 7)',
  '(total mod 0.7)',
  '(-rank)',
  'indexof(name,customer/name)',
  'round(total)',
  'floor(total divby 3)',
  'ceiling(total)',
  'case(rank gt 1:total,done:units)',
  'cast(total,Edm.Int64)',
  'year(created_on)',
  'month(due)',
  '(day(due) add hour(created_on))',
  '(second(created_on) add minute(created_on))',
  'fractionalseconds(created_on)',
  'totaloffsetminutes(created_on)',
  'totalseconds(created_on sub 2020-01-01T00:00:00Z)',
  'customer/invoices/$count',
  'customer/invoices/$count($filter=rank ge 1)',
  'customer/country/customers/$count',
])
const listed = (left: fc.Arbitrary<string>, item: fc.Arbitrary<string>) =>
  fc
    .tuple(
      left,
      fc.array(fc.oneof({ weight: 5, arbitrary: item }, { weight: 1, arbitrary: fc.constant('null') }), {
        maxLength: 4,
      }),
    )
    .map(([name, list]) => `${name} in (${list.join(',')})`)
const simple = fc.oneof(
  compared(textProperty, fc.oneof(text, textProperty)),
  compared(number, fc.oneof(oneOf([...numbers, ...integers, '1e2', '+1']), number)),
  compared(fc.constant('due'), fc.oneof(oneOf(days), fc.constant('due'))),
  compared(
    fc.constant('created_on'),
    oneOf([...times, '2026-01-01', '2026-01-01T00:00:00.1234567Z', '2026-01-01T02:00%2B02:00'.replace('%2B', '+')]),
  ),
  compared(fc.constant('done'), oneOf(['true', 'false'])),
  compared(
    fc.constant('customer_id'),
    oneOf(['00000000-0000-7000-8200-000000000001', '00000000-0000-7000-8200-000000000007']),
  ),
  listed(textProperty, text),
  listed(number, oneOf(numbers)),
  listed(fc.constant('due'), oneOf(days)),
  listed(fc.constant('done'), oneOf(['true', 'false'])),
  fc
    .tuple(oneOf(['contains', 'startswith', 'endswith']), textProperty, fc.oneof(text, textProperty))
    .map(([name, left, right]) => `${name}(${left},${right})`),
  compared(
    oneOf(["created_on add duration'P1DT2H0.5S'", "created_on sub duration'-PT1M'", 'created_on']),
    oneOf([...times, 'mindatetime()', 'maxdatetime()']),
  ),
  compared(oneOf(['date(created_on)', 'due', 'cast(created_on,Edm.Date)']), oneOf(days)),
  oneOf([
    "matchesPattern(name,'^[a-zA-Z]+.?$')",
    "matchesPattern(name,'ķ|%')",
    'customer eq null',
    'customer/country ne null',
    'name in [customer/name,toupper(name)]',
    'isof(name,Edm.String)',
    'customer/invoices/any()',
    'customer/invoices/any(i:i/rank gt $it/rank)',
    'customer/invoices/all(i:i/total ge 0 or i/customer/name eq name)',
    "customer/country/customers/any(c:c/invoices/all(i:i/done eq true) and c/name ne 'a')",
    'not customer/country/customers/any(c:c/name eq null)',
  ]),
  oneOf(['done', 'true', 'false', '(rank gt 1) eq done', 'contains(name,null)']),
)
/** Texts of `$filter` of every kind over the invoices of the model. */
export const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc
      .tuple(tie('expression'), oneOf(['and', 'or', 'eq', 'ne']), tie('expression'))
      .map(([left, word, right]) => `(${left}) ${word} (${right})`),
    tie('expression').map((inner) => `not (${inner})`),
  ),
}))
