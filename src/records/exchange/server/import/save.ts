import { manyNumbers, numberedFields } from '#records/server/numbering.ts'
import { columnOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { evaluationContext, serverZone } from '#expressions/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { nameFrom, namingPlan } from '#records/naming.ts'
import { givenNumber } from '#records/exchange/import/givenNumbers.ts'
import type { ImportField } from '#records/exchange/import/rowReader.ts'
import type { Batch } from '#records/exchange/server/import/batches.ts'
import { createChanger } from '#records/exchange/server/import/change.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import { createKeeper } from '#records/exchange/server/import/files.ts'
import { createWriter } from '#records/exchange/server/import/write.ts'

export type Saved = { readonly updated: number; readonly same: number }

/** Saves batches: rows that mean a record change it, all others become records, with numbers where the system gives them. */
export function createSaver(
  actor: ImportActor,
  model: Model,
  entity: EntityDefinition,
  fields: readonly ImportField[],
) {
  const idAt = fields.findIndex(({ column }) => column === 'id')
  const columns = fields.map(({ column }) => column).filter((column) => column !== 'id')
  const numbered = numberedFields(entity).map((field) => {
    return { field, at: columns.indexOf(columnOf(field)), numberOf: givenNumber(field.format ?? '') }
  })
  const unnamed = numbered.filter(({ at }) => at < 0).map(({ field }) => columnOf(field))
  const filled = [...columns, ...unnamed]
  const nameOf = naming(actor, model, entity, filled)
  const write = createWriter(actor, entity, nameOf ? [...filled, 'name'] : filled)
  const change = createChanger(actor, entity, fields)
  const keep = createKeeper(actor, entity, fields)

  return async function save(transaction: Transaction, { rows, own }: Batch): Promise<Saved> {
    const fresh = rows.filter((_row, at) => own[at] === null)
    const known = rows.filter((_row, at) => own[at] !== null)
    if (fresh.length > 0) {
      const ids = idAt < 0 ? undefined : fresh.map((row) => (typeof row[idAt] === 'string' ? row[idAt] : null))
      const values = idAt < 0 ? fresh : fresh.map((row) => row.toSpliced(idAt, 1))
      const numbers = numbered.length === 0 ? values : await withNumbers(transaction, values)
      const whole = nameOf ? numbers.map((row) => [...row, nameOf(row)]) : numbers
      await keep(transaction, await write(transaction, ids ? { rows: whole, ids } : { rows: whole }))
    }
    const ids = own.filter((id) => id !== null)
    const updated = await change(transaction, { ids, rows: known })
    await keep(transaction, ids)
    return { updated, same: known.length - updated }
  }

  /** Numbers that the file gives are kept; the others are drawn for all rows at once. */
  async function withNumbers(transaction: Transaction, rows: readonly WireValue[][]): Promise<WireValue[][]> {
    const whole = rows.map((row) => [...row])
    for (const { field, at, numberOf } of numbered) {
      await goOnBehind(transaction, field.id, at < 0 ? [] : whole.map((row) => row[at] ?? null), numberOf)
      const open = whole.filter((row) => at < 0 || row[at] === null)
      const options = { count: open.length, now: actor.now() }
      const numbers = open.length === 0 ? [] : await manyNumbers(transaction, actor.environment.schema, field, options)
      for (const [index, row] of open.entries()) {
        const number = numbers[index] ?? null
        if (at < 0) row.push(number)
        else row[at] = number
      }
    }
    return whole
  }

  /** The next number that the system gives is greater than any that the file brings. */
  async function goOnBehind(
    transaction: Transaction,
    attributeId: string,
    values: readonly WireValue[],
    numberOf: (text: string) => bigint | null,
  ): Promise<void> {
    const found = values.flatMap((value) => (typeof value === 'string' ? (numberOf(value) ?? []) : []))
    const most = found.reduce((first, second) => (second > first ? second : first), 0n)
    if (most === 0n) return
    await transaction.execute({
      text: `insert into ${qualified(actor.environment.schema, '_counter')} as c (attribute_id, next) values ($1, $2)
        on conflict (attribute_id) do update set next = greatest(c.next, excluded.next)`,
      values: [attributeId, String(most + 1n)],
    })
  }
}

/** The names of new records by the values of their rows; names that read behind lookups are left to a job. */
function naming({ now, member }: ImportActor, model: Model, entity: EntityDefinition, columns: readonly string[]) {
  const plan = namingPlan(model, entity)
  if (!plan || plan.isLinked) return undefined
  const around = evaluationContext(now().getTime(), serverZone, member.id, member.unitId)
  return (values: readonly WireValue[]): string | null => {
    const row: Record<string, unknown> = { status: 'active' }
    for (const [at, column] of columns.entries()) row[column] = values[at] ?? null
    return nameFrom(model, entity, plan, row, around)
  }
}
