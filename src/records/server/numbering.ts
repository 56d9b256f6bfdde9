import { columnOf, type Attribute } from '#attributes/attribute.ts'
import { onDay, readNumberFormat, writeNumber, type AutonumberFormat } from '#attributes/numberFormat.ts'
import type { RecordShape, RecordValues } from '#attributes/record.ts'
import type { Problem } from '#faults/fault.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { WriteStatement } from '#odata/write/writeStatements.ts'
import { slot, type Inputs } from '#odata/write/plan.ts'
import { assign, mayWrite, type Assignment } from '#odata/write/row.ts'
import { memoize } from '#platform/memoize.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { Write } from '#records/server/write.ts'

/** The autonumber fields of an entity; most entities have none. */
export const numberedFields = memoize(({ fields }: RecordShape): readonly Attribute[] =>
  fields.filter(({ type }) => type === 'autonumber'),
)

/** Problems of a body that sets autonumber fields: only the system assigns numbers. */
export function numberProblems(entity: RecordShape, values: RecordValues): Problem[] {
  return numberedFields(entity)
    .map(columnOf)
    .filter((column) => typeof values[column] === 'string')
    .map((target) => ({ code: 'validation.readonly', target }))
}

/** Next values of the autonumber fields that may have gaps, by column. */
export async function nextNumbers(
  executor: Executor,
  schema: string,
  entity: RecordShape,
  now: Date,
): Promise<RecordValues> {
  const fields = numberedFields(entity).filter(({ nogaps }) => !nogaps)
  const values: RecordValues = {}
  for (const field of fields) {
    values[columnOf(field)] = writeNumber(formatOf(field, now), await takeOne(executor, schema, field.id))
  }
  return values
}

/** Values of an autonumber field for `count` records of one transaction, in the order of the records. */
export async function manyNumbers(
  executor: Executor,
  schema: string,
  field: Attribute,
  { count, now }: { readonly count: number; readonly now: Date },
): Promise<readonly string[]> {
  const first = await take(executor, schema, field.id, count)
  const format = formatOf(field, now)
  return Array.from({ length: count }, (_, index) => writeNumber(format, first + BigInt(index)))
}

/**
 * Parts of an insert statement for gapless autonumber fields: the counter advances only if the same statement creates
 * the record.
 */
export type Gapless = { readonly ahead: readonly WriteStatement[]; readonly assignments: readonly Assignment[] }

/** Gapless numbers of a new record. Their counters stay locked until the transaction ends. */
export function gaplessNumbers({ entity, set, schema, stamp, inputs, context }: Write, checks: number): Gapless {
  const fields = numberedFields(entity).filter(({ nogaps }) => nogaps)
  if (fields.length === 0) return noNumbers
  const now = context.now()
  const parts = fields.map((field, index) => {
    const name = `number${index}`
    const property = set.properties.get(columnOf(field))
    if (!property) throw new Error(`${field.uri} has no property`)
    giveFormat(inputs, name, field, now)
    return {
      ahead: { name, statement: countText(schema, name, { stamp, checks }) },
      assignments: [property, ...(entity.naming === field.id ? [nameOf(set)] : [])].map((each) => ({
        ...assign(each, null),
        value: numberText(name),
      })),
    }
  })
  return { ahead: parts.map(({ ahead }) => ahead), assignments: parts.flatMap((part) => part.assignments) }
}

const noNumbers: Gapless = { ahead: [], assignments: [] }

function nameOf({ properties }: Write['set']) {
  const property = properties.get('name')
  if (!property) throw new Error('records have a name')
  return property
}

function giveFormat(inputs: Inputs, name: string, field: Attribute, now: Date): void {
  const { before, after, digits } = formatOf(field, now)
  const values = { id: field.id, before, after, digits: String(digits) }
  for (const [part, value] of Object.entries(values)) inputs[`${name}.${part}`] = value
}

function countText(schema: string, name: string, { stamp, checks }: Pick<Write, 'stamp'> & { checks: number }) {
  const none = Array.from({ length: checks }, () => ({ property: '', condition: raw('true') }))
  return joinFragments([
    raw(`insert into ${qualified(schema, '_counter')} as c (attribute_id, next) select `),
    sql`${slot(`${name}.id`)}::uuid, 2 where `,
    mayWrite(stamp, none, 'one'),
    raw(' on conflict (attribute_id) do update set next = c.next + 1 returning (c.next - 1)::text as count'),
  ])
}

function numberText(name: string): SqlFragment {
  const [before, after, digits] = [slot(`${name}.before`), slot(`${name}.after`), slot(`${name}.digits`)]
  return joinFragments([
    raw('(select '),
    sql`${before}::text || lpad(count, greatest(${digits}::text::integer, length(count)), '0') || ${after}::text`,
    raw(` from "${name}")`),
  ])
}

function formatOf({ format }: Attribute, now: Date): AutonumberFormat {
  const read = readNumberFormat(format ?? '') ?? { before: '', after: '', digits: 1 }
  return onDay(read, now.toISOString().slice(0, 10))
}

type Waiting = { readonly resolve: (count: bigint) => void; readonly reject: (error: unknown) => void }
type Queue = { waiting: Waiting[]; isRunning: boolean }
const queues = new WeakMap<Executor, Map<string, Queue>>()

/**
 * The next number of a counter. Requests that arrive while a statement runs are answered together by the next
 * statement.
 */
function takeOne(executor: Executor, schema: string, attributeId: string): Promise<bigint> {
  let ofExecutor = queues.get(executor)
  if (!ofExecutor) queues.set(executor, (ofExecutor = new Map()))
  const key = `${schema}.${attributeId}`
  const queue = ofExecutor.get(key) ?? { waiting: [], isRunning: false }
  ofExecutor.set(key, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ resolve, reject })
    if (!queue.isRunning) void answerAll(queue, (count) => take(executor, schema, attributeId, count))
  })
}

async function answerAll(queue: Queue, takeMany: (count: number) => Promise<bigint>): Promise<void> {
  queue.isRunning = true
  while (queue.waiting.length > 0) {
    const asking = queue.waiting.splice(0)
    try {
      const first = await takeMany(asking.length)
      asking.forEach(({ resolve }, index) => resolve(first + BigInt(index)))
    } catch (error) {
      for (const { reject } of asking) reject(error)
    }
  }
  queue.isRunning = false
}

/** Advances a counter by `count`; returns the first of the reserved numbers. */
async function take(executor: Executor, schema: string, attributeId: string, count: number): Promise<bigint> {
  const [row] = await executor.query<{ first: string }>({
    text: `insert into ${qualified(schema, '_counter')} as c (attribute_id, next) values ($1, 1 + $2::bigint)
      on conflict (attribute_id) do update set next = c.next + $2::bigint returning (c.next - $2::bigint)::text as first`,
    values: [attributeId, count],
  })
  return BigInt(row?.first ?? 1)
}
