import type { Applied, BoundColumn, BoundOrder, BoundStep, Computed } from '#odata/bind/bound.ts'
import { placeColumn } from '#odata/bind/bound.ts'
import { isCollection, boundType, odataValueType } from '#odata/bind/types.ts'
import { givenTypes } from '#odata/compile/control.ts'
import { conditionText, operandText } from '#odata/compile/expression.ts'
import { groupText } from '#odata/compile/group.ts'
import { orderCollation, orderText } from '#odata/compile/order.ts'
import { exactText } from '#odata/compile/arithmetic.ts'
import { relationOf, selectText, type Relation } from '#odata/compile/source.ts'
import { wireText } from '#odata/compile/wire.ts'
import * as write from '#odata/compile/writer.ts'
import type { WireForm, Writer } from '#odata/compile/writer.ts'
import type { EntitySet } from '#odata/model.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import { literal } from '#platform/sql.ts'

/** SQL of the rows after applying steps to a relation. */
export function stepsText(writer: Writer, start: Relation, steps: readonly BoundStep[]): string {
  return selectAll(steps.reduce((relation, step) => stepText(writer, relation, step), start))
}

/** Maximum number of rows after steps, given the number before. */
export function mostAfter(steps: Applied['steps'], before: number): number {
  return steps.reduce((most, step): number => {
    if (step.kind === 'group') return step.by.length === 0 ? 1 : most
    if (step.kind === 'slice') return Math.min(most, step.top ?? most)
    return step.kind === 'concat' ? step.of.reduce((sum, branch) => sum + mostAfter(branch.steps, most), 0) : most
  }, before)
}

function selectAll(relation: Relation): string {
  return selectText('*', relation)
}

function stepText(writer: Writer, relation: Relation, step: BoundStep): Relation {
  switch (step.kind) {
    case 'filter':
      return { ...relation, conditions: [...relation.conditions, `(${conditionText(writer, step.of)})`] }
    case 'derive':
      return relationOf(selectText(step.of.map((each) => namedText(writer, each)).join(', '), relation))
    case 'compute':
      return relationOf(selectText(`s.*, ${namedText(writer, { name: step.name, expression: step.of })}`, relation))
    case 'group':
      return groupText(writer, relation, step)
    case 'order':
      return relationOf(`${selectAll(relation)} order by ${sortText(writer, step.of)}`)
    case 'slice': {
      const cut = `${step.top === undefined ? '' : ` limit ${step.top}`}${step.skip ? ` offset ${step.skip}` : ''}`
      return relationOf(`${selectAll(relation)}${cut}`)
    }
    case 'ranked':
      return rankedText(writer, relation, step)
    case 'concat':
      return concatText(writer, relation, step)
  }
}

function namedText(writer: Writer, { name, expression }: Computed): string {
  return `${operandText(writer, expression)} as ${write.quotedName(name)}`
}

function sortText(writer: Writer, order: readonly BoundOrder[]): string {
  const texts = order.map(({ expression }) => operandText(writer, expression))
  return orderText(writer, order, texts, false)
}

// In both directions rows without a value come last: they have no rank.
function rankedText(writer: Writer, relation: Relation, step: BoundStep & { kind: 'ranked' }): Relation {
  const [by, ...others] = step.order
  if (!by) throw new Error('a ranking is by something')
  const first = `${operandText(writer, by.expression)}${orderCollation(writer, by)} ${by.descending ? 'desc' : 'asc'} nulls last`
  const order = `order by ${others.length === 0 ? first : `${first}, ${sortText(writer, others)}`}`
  const limit = (as: string) => `${write.holeParameter(writer, { from: 'literal', slot: step.limit })}::${as}`
  if (step.of === 'count') {
    return relationOf(`${selectAll(relation)} ${order} limit greatest(${limit('bigint')}, 0)`)
  }
  const type = boundType(by.expression)
  const value = type === 'null' ? 'null::numeric' : exactText({ text: operandText(writer, by.expression), type })
  const before = `coalesce(sum(${value}) over (${order} rows between unbounded preceding and 1 preceding), 0) as "@before"`
  const ranked = relationOf(selectText(`s.*, ${before}, sum(${value}) over () as "@all"`, relation))
  const isWanted =
    step.of === 'sum' ? `s."@before" < ${limit('numeric')}` : `s."@before" * 100 < ${limit('numeric')} * s."@all"`
  const columns = step.names.map((name) => `s.${write.quotedName(name)}`).join(', ')
  return relationOf(selectText(columns, { ...ranked, conditions: [isWanted] }))
}

// Numbered, because nothing else guarantees the order of concatenated parts.
function concatText(writer: Writer, relation: Relation, step: BoundStep & { kind: 'concat' }): Relation {
  const parts = step.of.map(({ steps, names }, index) => {
    const columns = step.columns.map(({ name, type }) => {
      const as = type === 'null' ? 'text' : `${odataValueType(type)}${isCollection(type) ? '[]' : ''}`
      return names.has(name) ? `s.${write.quotedName(name)}` : `null::${as} as ${write.quotedName(name)}`
    })
    const numbered = [...columns, `${index} as "@part"`, 'row_number() over () as "@row"'].join(', ')
    return `(${selectText(numbered, relationOf(stepsText(writer, relation, steps)))})`
  })
  const columns = step.columns.map(({ name }) => `s.${write.quotedName(name)}`).join(', ')
  const all = relationOf(parts.join(' union all '))
  const order = 'order by s."@part", s."@row"'
  const place = `row_number() over (${order}) as ${write.quotedName(placeColumn)}`
  return relationOf(`${selectText(`${columns}, ${place}`, all)} ${order}`)
}

type Shown = { readonly wire: WireForm; readonly set: EntitySet }

/** The select list of a result row. Paths become nested objects: `customer/name` is the name inside `customer`. */
export function appliedText(writer: Writer, shown: Shown, columns: readonly BoundColumn[]): string {
  const { properties } = shown.set
  const given = columns.filter(({ name }) => !name.includes('/') && !properties.has(name))
  const types = givenTypes(writer, shown.wire, given).map(
    ({ name, type }) => `${literal(type)} as ${write.quotedName(name)}`,
  )
  const tops = Map.groupBy(columns, ({ name }) => name.split('/')[0] ?? name)
  const values = [...tops].map(([name, within]) => `${valueText(shown, within, name)} as ${write.quotedName(name)}`)
  return [...types, ...values].join(', ')
}

function valueText(shown: Shown, columns: readonly BoundColumn[], path: string): string {
  const [only] = columns
  const columnOf = ({ name }: BoundColumn) => `s.${write.quotedName(name)}`
  if (only && columns.length === 1 && only.name === path) return wireText(shown.wire, only.type, columnOf(only))
  const inner = Map.groupBy(columns, ({ name }) => name.slice(path.length + 1).split('/')[0] ?? '')
  const members = [...inner].map(([name, within]) => {
    return `${literal(name)}, ${valueText(shown, within, `${path}/${name}`)}`
  })
  const object = `json_build_object(${members.join(', ')})`
  if (!shown.set.complexes?.get(path)?.nullable) return object
  return `case when num_nonnulls(${columns.map(columnOf).join(', ')}) > 0 then ${object} end`
}

/**
 * The result of steps as a JSON list within a row. A result above the limit refuses the answer, because a partial
 * result would be wrong.
 */
export function resultText(writer: Writer, shown: Shown, applied: Applied, start: () => Relation): string {
  const most = queryLimits.expandedPageSize
  const rows = stepsText(writer, start(), applied.steps)
  const row = appliedText(writer, shown, applied.columns)
  const all = `coalesce(json_agg("@r"), '[]')`
  const list =
    mostAfter(applied.steps, Infinity) <= most ? all : `case when count(*) <= ${most} then ${all} else ${refusal} end`
  return `(select ${list} from (select ${row} from (${rows}) s limit ${most + 1}) "@r")`
}

// The page mark without a continuation (`expanded.ts`).
const refusal = `'[0,{"@next":["","",[]]}]'::json`
