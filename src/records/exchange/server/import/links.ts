import { columnOf } from '#attributes/attribute.ts'
import { fieldReaders, validateRecord } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { ImportField } from '#records/exchange/import/rowReader.ts'
import type { Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import type { MakeLinks } from '#records/exchange/server/import/lookups.ts'
import { createUniqueness } from '#records/exchange/server/import/unique.ts'
import { closedFields } from '#security/fields.ts'
import { mayAtAll } from '#security/reach.ts'

/** Writes new records of an entity: rows of the values of the columns. Answers their ids. */
export type WriteLinks = (
  executor: Executor,
  entity: EntityDefinition,
  columns: readonly string[],
  rows: readonly WireValue[][],
) => Promise<readonly string[]>

/**
 * Makes the records that links of a file lead to and that are missing, by the same check as every other write. None are made
 * where the actor may not, nor filled where a field rule closes the attribute, nor where a record needs more than a name, nor
 * one with a value that is taken, be it by a record that the actor may not read.
 */
export function linkMaker({ member, environment }: ImportActor, model: Model, write: WriteLinks): MakeLinks {
  return async (executor, entityId, column, texts) => {
    const entity = model.entities.get(entityId)
    if (!entity || !entity.editable || !mayAtAll(member, 'create', entity, model)) return new Map()
    const { fixed } = closedFields(member, entity, model)
    if (entity.attributes.some((attribute) => fixed.has(attribute.id) && columnOf(attribute) === column))
      return new Map()
    const given = texts.flatMap((text) => {
      const wanted = column === 'name' ? { name: text } : { name: text, [column]: text }
      const check = validateRecord(entity, wanted, 'create')
      return 'values' in check ? [{ text, values: check.values }] : []
    })
    if (given.length === 0) return new Map()
    const columns = entity.fields.map(columnOf).filter((name) => given.some(({ values }) => name in values))
    const all = given.map(({ values }) => columns.map((name) => values[name] ?? null))
    const { numbers, rows } = await unused(executor, environment.schema, entity, columns, all)
    const ids = await write(executor, entity, columns, rows)
    return new Map(numbers.map((at, index) => [given[at]?.text ?? '', ids[index] ?? '']))
  }
}

/** Those of new rows whose unique values no record has, with their places. */
async function unused(
  executor: Executor,
  schema: string,
  entity: EntityDefinition,
  columns: readonly string[],
  rows: WireValue[][],
): Promise<Pick<Batch, 'numbers' | 'rows'>> {
  const readers = fieldReaders(entity)
  const fields = columns.flatMap((column): ImportField[] => {
    const reader = readers.get(column)
    return reader ? [{ ...reader, source: 0, lookup: null }] : []
  })
  const numbers = rows.map((_row, at) => at)
  const batch = { numbers, rows, cells: rows.map(() => []), own: rows.map(() => null), rejected: [] }
  return createUniqueness(schema, entity.uri, fields, true).find(executor, batch)
}
