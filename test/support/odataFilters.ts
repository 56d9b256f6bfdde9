import fc from 'fast-check'
import { compared, oneOf } from './odataFilterParts.ts'
import { ofFurtherTypes } from './odataFurtherFilters.ts'
import { names, numbers, integers, days, times, durations, clocks, seals } from './odataRows.ts'

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
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([name, list]) => `${name} in (${list.join(',')})`)
const duration = oneOf([
  'took',
  '(took add took)',
  "(took sub duration'PT1H')",
  '(created_on sub 2026-01-01T00:00:00Z)',
  '(due sub 2026-01-01)',
  '(took mul rank)',
  '(rank mul took)',
  '(took div 3)',
  '(took divby weight)',
  '(-took)',
  'case(done:took)',
])
const enumerated = oneOf(['colour', 'case(done:colour)', "'Red'", "Model.Colour'Blue'", "Model.Colour'1'", "'2'", '10'])
const flagged = oneOf(['access', "'Read'", "Model.Access'Read,Delete'", "'ReadWrite'", '5', "'4,Read'"])
const double = oneOf([
  'weight',
  'ratio',
  '(ratio add weight)',
  '(ratio mod 0.7)',
  '(ratio mul rank)',
  'cast(ratio,Edm.Decimal)',
  'round(ratio)',
  '(weight add 0.1)',
  '(weight mul weight)',
  '(weight div weight)',
  '(weight sub total)',
  '(weight mod 0.7)',
  '(weight divby rank)',
  '(-weight)',
  'round(weight)',
  'floor(weight)',
  'ceiling(weight)',
  'cast(total,Edm.Double)',
  'cast(weight,Edm.Decimal)',
  'cast(weight,Edm.Byte)',
  'cast(weight,Edm.Int64)',
  'case(done:weight,true:total)',
])
const collection = oneOf(['tags', "['a','b']", "['a']", "['a','a',null]"])
const numbersOf = oneOf(['sizes', '[1,2]', '[1,1]', '[3,2]', '[7,null]'])
const simpleTyped = fc.oneof(
  compared(
    duration,
    fc.oneof(duration, oneOf([...durations.slice(0, 7), '-P1DT2H', 'PT0.0000019S'].map((text) => `duration'${text}'`))),
  ),
  compared(
    oneOf(['opens', 'time(created_on)', 'cast(created_on,Edm.TimeOfDay)']),
    oneOf([...clocks, '12:30', '23:59:59.9999999', 'opens', 'time(created_on)']),
  ),
  compared(enumerated, oneOf(['colour', "'Red'", "Model.Colour'Green'", '2'])).filter(
    (text) => !/^(?:'|Model|\d).* (?:'|Model|\d)/.test(text),
  ),
  compared(fc.constant('access'), flagged),
  fc.tuple(flagged).map(([right]) => `access has ${right === '5' ? "Model.Access'5'" : right}`),
  compared(double, fc.oneof(double, number, oneOf(['0.1', '1e300', 'INF', '-INF', 'NaN', '5e-324', '3', '2.5']))),
  compared(
    oneOf([
      'hour(opens)',
      '(minute(opens) add second(opens))',
      'fractionalseconds(opens)',
      'totalseconds(took)',
      'share',
      'cast(total,Edm.Byte)',
      'cast(units,Edm.Int32)',
      'cast(share,Edm.SByte)',
      'tags/$count',
      "tags/$count($filter=$this gt 'a')",
      'sizes/$count($filter=$this gt $it/rank)',
      'address/zip',
    ]),
    number,
  ),
  compared(oneOf(['seal']), oneOf(seals.map((text) => `binary'${text}'`))),
  compared(
    oneOf(['address/city', 'cast(colour,Edm.String)', 'cast(access,Edm.String)', 'cast(took,Edm.String)']),
    text,
  ),
  compared(
    oneOf([
      "created_on add duration'P999999D'",
      'created_on sub took mul 400',
      'created_on add took',
      'maxdatetime() add took',
    ]),
    oneOf(times),
  ),
  compared(oneOf(['due add took', "due sub duration'PT1S'", "due add duration'P1D'"]), oneOf(days)),
  compared(oneOf(['cast(due,Edm.DateTimeOffset)']), oneOf(times)),
  listed(fc.constant('colour'), oneOf(["'Red'", "Model.Colour'Green'", '10'])),
  listed(fc.constant('took'), oneOf(durations.slice(0, 7).map((text) => `duration'${text}'`))),
  listed(fc.constant('opens'), oneOf(clocks)),
  listed(double, oneOf(['0.1', '3', '1e300', 'INF', 'NaN'])),
  fc
    .tuple(collection, oneOf(['eq', 'ne']), collection)
    .filter(([left]) => left === 'tags')
    .map((parts) => parts.join(' ')),
  fc
    .tuple(oneOf(['hassubset', 'hassubsequence']), collection, collection)
    .map(([name, left, right]) => `${name}(${left},${right})`),
  fc
    .tuple(oneOf(['hassubset', 'hassubsequence']), numbersOf, numbersOf)
    .map(([name, left, right]) => `${name}(${left},${right})`),
  oneOf([
    "'a' in tags",
    'rank in sizes',
    'not (name in tags)',
    'tags/any()',
    "tags/any(t:t eq 'a')",
    "tags/all(t:t eq 'a' or t eq $it/name)",
    'sizes/any(s:s gt rank)',
    'sizes/all(s:s mul 2 ge $it/rank)',
    "colours/any(c:c eq 'Red')",
    'colours/any(c:c eq colour)',
    'tags/any(t:customer/invoices/any(i:i/tags/any(u:u eq t) and i/rank gt 0))',
    'customer/invoices/any(i:i/sizes/any(s:s eq $it/rank))',
    'customer/invoices/$count($filter=tags/any(t:t eq $it/name)) ge 1',
    'address eq null',
    'not (address ne null)',
    '$it/address/city eq name or address/zip gt rank',
    "customer/invoices/any(i:i/address/city ne 'a' and i/address ne null)",
  ]),
)
const simple = fc.oneof(
  compared(textProperty, fc.oneof(text, textProperty)),
  compared(number, fc.oneof(oneOf([...numbers, ...integers, '1e2', '+1']), number)),
  compared(fc.constant('due'), fc.oneof(oneOf(days), fc.constant('due'))),
  compared(
    fc.constant('created_on'),
    oneOf([...times, '2026-01-01', '2026-01-01T00:00:00.1234567Z', '2026-01-01T02:00%2B02:00'.replace('%2B', '+')]),
  ),
  compared(fc.constant('done'), oneOf(['true', 'false'])),
  simpleTyped,
  ofFurtherTypes,
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

/** Filters by which SQL once found other rows than the evaluator. */
export const onceFound: readonly [string][] = [
  [
    "not ((created_on add duration'P1DT2H0.5S' eq 2026-01-01T00:00:00Z) or ((created_on add duration'P1DT2H0.5S' eq 2026-01-01T00:00:00Z) or (cast(cast((created_on add took),Edm.String),Edm.Date) eq null)))",
  ],
]
