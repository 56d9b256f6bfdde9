import type { BoundAggregate, BoundStep } from '#odata/bind/bound.ts'
import { isFloat, boundType } from '#odata/bind/types.ts'
import { toDouble } from '#odata/compile/cast.ts'
import { operandText } from '#odata/compile/expression.ts'
import { exactText, intervalText, secondsText, type Typed } from '#odata/compile/arithmetic.ts'
import { relationOf, selectText, type Relation } from '#odata/compile/source.ts'
import * as write from '#odata/compile/writer.ts'
import type { Writer } from '#odata/compile/writer.ts'

type Group = BoundStep & { kind: 'group' }

/** SQL of groups of rows with their aggregates. */
export function groupText(writer: Writer, relation: Relation, step: Group): Relation {
  if (step.aggregates.some(({ within }) => within)) return groupsWithin(writer, relation, step)
  const columns = [
    ...step.by.map(({ name, expression }) => `${operandText(writer, expression)} as ${write.quotedName(name)}`),
    ...step.aggregates.map((each) => {
      const value = each.of && typed(operandText(writer, each.of), each)
      return `${aggregateText(each.method, value)} as ${write.quotedName(each.name)}`
    }),
  ]
  return grouped(columns, step, relation)
}

// Groups by column position: an expression with a parameter counts as the same expression only when written once.
function grouped(columns: readonly string[], { by }: Group, relation: Relation): Relation {
  const places = by.map((_, index) => String(index + 1)).join(', ')
  return relationOf(`${selectText(columns.join(', '), relation)}${places === '' ? '' : ` group by ${places}`}`)
}

/**
 * Aggregates over inner groups (`total with sum from state with max`): window functions compute the value of each inner
 * group, and one row per inner group counts.
 */
function groupsWithin(writer: Writer, relation: Relation, step: Group): Relation {
  const { by, aggregates } = step
  const given = [
    ...by.map(({ expression }, index) => `${operandText(writer, expression)} as "g${index}"`),
    ...aggregates.flatMap(({ of, within }, index) => [
      ...(of ? [`${operandText(writer, of)} as "v${index}"`] : []),
      ...(within?.parts ?? []).map((part, at) => `${operandText(writer, part)} as "f${index}_${at}"`),
    ]),
  ]
  const deepest = Math.max(...aggregates.map(({ within }) => within?.levels.length ?? 0))
  let told = relationOf(selectText(given.join(', '), relation))
  for (let level = 0; level < deepest; level += 1) {
    const columns = aggregates.flatMap((each, index) => levelText(step, each, index, level))
    told = relationOf(selectText(['s.*', ...columns].join(', '), told))
  }
  const columns = [
    ...by.map(({ name }, index) => `s."g${index}" as ${write.quotedName(name)}`),
    ...aggregates.map((each, index) => {
      const { value, which } = valueAt(each, index, each.within?.levels.length ?? 0)
      return `${aggregateText(each.method, value, which)} as ${write.quotedName(each.name)}`
    }),
  ]
  return grouped(columns, step, told)
}

function levelText({ by }: Group, each: BoundAggregate, index: number, level: number): readonly string[] {
  const { within } = each
  const own = within?.levels[level]
  if (!within || !own) return []
  const parts = within.parts.map((_, at) => `s."f${index}_${at}"`).slice(own.from)
  const over = `over (partition by ${[...by.map((_, at) => `s."g${at}"`), ...parts].join(', ')})`
  const { value, which } = valueAt(each, index, level)
  return [
    `${rawText(own.method, value)}${which} ${over} as "w${index}_${level}"`,
    `row_number() ${over} as "n${index}_${level}"`,
  ]
}

// The input of a level's method: the values of the rows, or the results of the previous level, each once.
function valueAt(each: BoundAggregate, index: number, level: number) {
  const own = each.of && typed(`s."v${index}"`, each)
  const before = each.within?.levels[level - 1]
  if (!before) return { value: own, which: '' }
  const inner = level > 1 ? each.within?.levels[level - 2]?.type : own?.type
  const text = finished(before.method, inner, `s."w${index}_${level - 1}"`)
  return { value: { text, type: before.type }, which: ` filter (where s."n${index}_${level - 1}" = 1)` }
}

function typed(text: string, { of }: BoundAggregate): Typed {
  const type = of ? boundType(of) : 'null'
  return { text, type: type === 'null' ? 'Edm.String' : type }
}

const methods: Record<string, string> = { sum: 'sum', average: 'avg', min: 'min', max: 'max', total: 'sum' }

function aggregateText(method: string, value: Typed | undefined, which = ''): string {
  return finished(method, value?.type, rawText(method, value) + which)
}

// Texts are compared by code point, numbers summed without overflow.
function rawText(method: string, value: Typed | undefined): string {
  if (!value) return 'count(*)'
  const { text, type } = value
  if (method === 'countdistinct') return `count(distinct ${text})`
  const called = methods[method]
  if (type === 'Edm.String') return `${called}((${text}) collate "C")`
  if (method === 'min' || method === 'max') return `${called}(${text})`
  return type === 'Edm.Duration' ? `${called}(${secondsText(text)})` : `${called}(${exactText(value)})`
}

// The raw result of a method, converted to the aggregate's type.
function finished(method: string, type: Typed['type'] | undefined, raw: string): string {
  if (type === undefined || method === 'countdistinct') return raw
  // An explicit collation would conflict with the collation of neighbouring texts.
  if (type === 'Edm.String') return `(${raw}) collate "default"`
  if (method === 'min' || method === 'max') return raw
  if (method === 'total') return `coalesce(${raw}, 0)`
  if (type === 'Edm.Duration') return intervalText(raw)
  return isFloat(type) ? toDouble(raw) : raw
}
