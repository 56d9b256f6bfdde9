import type { BoundAggregate, BoundApply, BoundColumn, BoundStep, Computed } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { isCollection, isFloat, typeOf, valueTypeOf } from '#odata/bind/types.ts'
import { givenTypes } from '#odata/compile/control.ts'
import { derivedValue } from '#odata/compile/derived.ts'
import { conditionText, operandText } from '#odata/compile/expression.ts'
import { statementName } from '#odata/compile/hash.ts'
import { orderText } from '#odata/compile/order.ts'
import { toDouble } from '#odata/compile/cast.ts'
import { exactText, intervalText, secondsText } from '#odata/compile/reckon.ts'
import { sourceText } from '#odata/compile/source.ts'
import type { Compiled, Hole, Versions } from '#odata/compile/statement.ts'
import { originText, stopConditions } from '#odata/compile/trail.ts'
import { wireText } from '#odata/compile/wire.ts'
import * as write from '#odata/compile/writer.ts'
import type { Wire, Writer } from '#odata/compile/writer.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import type { EntitySet, ODataModel, TableMap } from '#odata/model.ts'
import { limits } from '#odata/syntax/limits.ts'
import { literal } from '#platform/sql.ts'

export type ApplyInput = {
  readonly tables: TableMap
  readonly model?: Pick<ODataModel, 'namespace'>
  readonly wire: Wire
  readonly versions?: Versions | undefined
  readonly top: number | undefined
  readonly skips: boolean
}

/** Where rows come from: the guarded table with its lookups, or what earlier steps gave, under the alias `s`. */
type Relation = { readonly from: string; readonly conditions: readonly string[] }

/**
 * `$apply` as one statement of one row: the versions' columns, `value` (JSON text), `count` (where asked), and `groups`: one
 * more than may be answered where there are too many.
 */
export function compileApply(guarded: GuardedQuery<BoundApply>, input: ApplyInput): Compiled {
  const holes: Hole[] = []
  const writer: Writer = {
    guarded,
    tables: input.tables,
    holes,
    derive: derivedValue,
    namespace: input.model?.namespace,
  }
  const { query } = guarded
  const origin = originText(writer, query.root)
  const conditions = stopConditions(writer, query.root).filter((condition) => condition !== undefined)
  const start: Relation = { from: sourceText(writer, 0), conditions }
  const last = selectAll(query.steps.reduce((relation, step) => stepText(writer, relation, step), start))
  const offset = input.skips ? ` offset ${write.parameter(writer, { from: 'skip' })}::bigint` : ''
  const page = `select * from (${last}) s limit ${Math.min(input.top ?? limits.groups + 1, limits.groups + 1)}${offset}`
  const count = query.count ? `(select count(*) from (${last}) s)::text as count` : undefined
  const value = `(select coalesce(json_agg("@r"), '[]') from (select ${rowText(writer, { wire: input.wire, set: tableAt(query, 0).set }, query.columns)} from p s) "@r")::text as value`
  const versions = input.versions && write.versionsText(writer, input.versions)
  const groups = '(select count(*) from p)::text as groups'
  const select = [versions?.columns, value, count, groups, origin?.column]
    .filter((part) => part !== undefined)
    .join(', ')
  const text = `${write.withText([origin?.query, `p as materialized (${page})`])}select ${select}${versions ? ` from ${versions.from}` : ''}`
  const isOpen = guarded.conditions.every((condition) => condition === null)
  return isOpen ? { text, holes, name: statementName(text) } : { text, holes }
}

function selectText(columns: string, { from, conditions }: Relation): string {
  return `select ${columns} from ${from}${write.conditionsText('where', conditions)}`
}

function selectAll(relation: Relation): string {
  return selectText('*', relation)
}

function of(text: string): Relation {
  return { from: `(${text}) s`, conditions: [] }
}

function stepText(writer: Writer, relation: Relation, step: BoundStep): Relation {
  switch (step.kind) {
    case 'filter':
      return { ...relation, conditions: [...relation.conditions, `(${conditionText(writer, step.of)})`] }
    case 'derive':
      return of(selectText(step.of.map((each) => namedText(writer, each)).join(', '), relation))
    case 'compute':
      return of(selectText(`s.*, ${namedText(writer, { name: step.name, expression: step.of })}`, relation))
    case 'group':
      return groupText(writer, relation, step)
    case 'order': {
      const texts = step.of.map(({ expression }) => operandText(writer, expression))
      return of(`${selectAll(relation)} order by ${orderText(writer, step.of, texts, false)}`)
    }
    case 'slice': {
      const cut = `${step.top === undefined ? '' : ` limit ${step.top}`}${step.skip ? ` offset ${step.skip}` : ''}`
      return of(`${selectAll(relation)}${cut}`)
    }
    case 'ranked': {
      const order = `${operandText(writer, step.by)} ${step.descending ? 'desc' : 'asc'} nulls last`
      const limit = `greatest(${write.parameter(writer, { from: 'literal', slot: step.limit })}::bigint, 0)`
      return of(`${selectAll(relation)} order by ${order} limit ${limit}`)
    }
    case 'concat':
      return concatText(writer, relation, step)
  }
}

function namedText(writer: Writer, { name, expression }: Computed): string {
  return `${operandText(writer, expression)} as ${write.quoted(name)}`
}

function groupText(writer: Writer, relation: Relation, { by, aggregates }: BoundStep & { kind: 'group' }): Relation {
  // By their place: a value with a parameter is the same value only where it stands once.
  const places = by.map((_, index) => String(index + 1)).join(', ')
  const columns = [
    ...by.map((each) => namedText(writer, each)),
    ...aggregates.map((each) => `${aggregateText(writer, each)} as ${write.quoted(each.name)}`),
  ]
  return of(`${selectText(columns.join(', '), relation)}${places === '' ? '' : ` group by ${places}`}`)
}

const methods: Record<string, string> = { sum: 'sum', average: 'avg', min: 'min', max: 'max' }

function aggregateText(writer: Writer, { method, of }: BoundAggregate): string {
  if (!of) return 'count(*)'
  const text = operandText(writer, of)
  if (method === 'countdistinct') return `count(distinct ${text})`
  // Texts are compared by code point, numbers summed without an end.
  const type = typeOf(of)
  if (type === 'Edm.String') return `${methods[method]}((${text}) collate "C")`
  if (method === 'min' || method === 'max' || type === 'null') return `${methods[method]}(${text})`
  if (type === 'Edm.Duration') return intervalText(`${methods[method]}(${secondsText(text)})`)
  return isFloat(type)
    ? toDouble(`${methods[method]}(${exactText({ text, type })})`)
    : `${methods[method]}((${text})::numeric)`
}

function concatText(writer: Writer, relation: Relation, step: BoundStep & { kind: 'concat' }): Relation {
  const parts = step.of.map(({ steps, names }) => {
    const columns = step.columns.map(({ name, type }) => {
      const as = type === 'null' ? 'text' : `${valueTypeOf(type)}${isCollection(type) ? '[]' : ''}`
      return names.has(name) ? `s.${write.quoted(name)}` : `null::${as} as ${write.quoted(name)}`
    })
    const branch = steps.reduce((before, each) => stepText(writer, before, each), relation)
    return `(${selectText(columns.join(', '), of(selectAll(branch)))})`
  })
  return of(parts.join(' union all '))
}

// Paths become nested objects: `customer/name` is the name within a customer.
function rowText(writer: Writer, shown: Shown, columns: readonly BoundColumn[]): string {
  const { properties } = shown.set
  const given = columns.filter(({ name }) => !name.includes('/') && !properties.has(name))
  const types = givenTypes(writer, shown.wire, given).map(
    ({ name, type }) => `${literal(type)} as ${write.quoted(name)}`,
  )
  const tops = Map.groupBy(columns, ({ name }) => name.split('/')[0] ?? name)
  const values = [...tops].map(([name, within]) => `${valueText(shown, within, name)} as ${write.quoted(name)}`)
  return [...types, ...values].join(', ')
}

type Shown = { readonly wire: Wire; readonly set: EntitySet }

function valueText(shown: Shown, columns: readonly BoundColumn[], path: string): string {
  const [only] = columns
  const columnOf = ({ name }: BoundColumn) => `s.${write.quoted(name)}`
  if (only && columns.length === 1 && only.name === path) return wireText(shown.wire, only.type, columnOf(only))
  const inner = Map.groupBy(columns, ({ name }) => name.slice(path.length + 1).split('/')[0] ?? '')
  const members = [...inner].map(([name, within]) => {
    return `${literal(name)}, ${valueText(shown, within, `${path}/${name}`)}`
  })
  const object = `json_build_object(${members.join(', ')})`
  if (!shown.set.complexes?.get(path)?.nullable) return object
  return `case when num_nonnulls(${columns.map(columnOf).join(', ')}) > 0 then ${object} end`
}
