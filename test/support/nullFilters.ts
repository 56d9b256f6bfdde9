import fc from 'fast-check'
import { oneOf } from './odataFilterParts.ts'

const number = oneOf([
  'low',
  'high',
  'parent/low',
  '1',
  '0',
  'null',
  'length(note)',
  'indexof(title,note)',
  '(low add high)',
  '(high mul low sub 1)',
  '(-low)',
  'year(due)',
  '(low add null)',
  'case(active:low,done:high)',
  'parts/$count',
])
const text = oneOf([
  'note',
  'title',
  'parent/note',
  "''",
  "'x'",
  "'b'",
  'null',
  'tolower(title)',
  'concat(note,title)',
  'trim(note)',
  'substring(note,1)',
  'case(done:note,true:title)',
])
const day = oneOf(['due', 'parent/due', '2026-01-01', 'null'])
const sign = oneOf(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])
const sameness = oneOf(['eq', 'ne'])
const listOf = (item: fc.Arbitrary<string>) =>
  fc.array(item, { minLength: 1, maxLength: 3 }).map((all) => all.join(','))
const compare = (side: fc.Arbitrary<string>, operator = sign) =>
  fc.tuple(side, operator, side).map((parts) => parts.join(' '))

const leaf = fc.oneof(
  oneOf([
    'active',
    'done',
    'parent/active',
    'true',
    'false',
    'null',
    'contains(note,null)',
    'parent eq null',
    'parent/parent ne null',
    "kinds has Model.Kind'Open'",
    'tags/any()',
    'parts/any()',
    "'' in tags",
  ]),
  compare(number),
  // An order beside an empty text is an order of texts, which asks for no null.
  compare(text, sameness),
  compare(text.filter((each) => each !== "''")),
  compare(day),
  compare(oneOf(['kinds', 'null', "Model.Kind'Paid'"]), sameness).filter((each) => each.includes('kinds')),
  fc
    .tuple(oneOf(['low', 'length(note)', '(low add high)']), listOf(oneOf(['0', '1', 'null'])))
    .map(([left, list]) => `${left} in (${list})`),
  fc
    .tuple(oneOf(['note', 'parent/note', 'trim(note)']), listOf(oneOf(["'x'", "'b'", "''", 'null'])))
    .map(([left, list]) => `${left} in (${list})`),
  fc
    .tuple(oneOf(['contains', 'startswith', 'endswith']), text, text)
    .map(([name, whole, part]) => `${name}(${whole},${part})`),
)

/** Texts of `$filter` over the facts in which nulls meet every operator. */
export const { filter: nullFilter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    tie('filter').map((inner) => `not (${inner})`),
    fc
      .tuple(tie('filter'), oneOf(['and', 'or']), tie('filter'))
      .map(([left, word, right]) => `(${left}) ${word} (${right})`),
    fc.tuple(tie('filter'), sameness, tie('filter')).map(([left, word, right]) => `(${left}) ${word} (${right})`),
    fc
      .tuple(tie('filter'), tie('filter'), tie('filter'))
      .map(([when, value, other]) => `case(${when}:${value},true:${other})`),
    fc
      .tuple(
        oneOf(['any', 'all']),
        oneOf(['p/active', 'not p/done', 'p/low gt $it/low', 'contains(p/note,$it/title)']),
        tie('filter'),
      )
      .map(([name, own, outer]) => `parts/${name}(p:${own} or (${outer}))`),
    fc
      .tuple(
        oneOf(['any', 'all']),
        oneOf(["t eq 'x'", "not contains(t,'x')", "t ne ''", 'startswith(t,$it/note)']),
        tie('filter'),
      )
      .map(([name, own, outer]) => `tags/${name}(t:(${own}) and (${outer}))`),
  ),
}))
