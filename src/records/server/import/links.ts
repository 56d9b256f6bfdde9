import { columnOf } from '#attributes/attribute.ts'
import { validateRecord } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { ImportActor } from '#records/server/import/deps.ts'
import type { MakeLinks } from '#records/server/import/lookups.ts'
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
 * where the actor may not, or where a record needs more than a name.
 */
export function linkMaker({ member }: ImportActor, model: Model, write: WriteLinks): MakeLinks {
  return async (executor, entityId, column, texts) => {
    const entity = model.entities.get(entityId)
    if (!entity || !entity.editable || !mayAtAll(member, 'create', entity, model)) return new Map()
    const given = texts.flatMap((text) => {
      const wanted = column === 'name' ? { name: text } : { name: text, [column]: text }
      const check = validateRecord(entity, wanted, 'create')
      return 'values' in check ? [{ text, values: check.values }] : []
    })
    if (given.length === 0) return new Map()
    const columns = entity.fields.map(columnOf).filter((name) => given.some(({ values }) => name in values))
    const rows = given.map(({ values }) => columns.map((name) => values[name] ?? null))
    const ids = await write(executor, entity, columns, rows)
    return new Map(given.map(({ text }, index) => [text, ids[index] ?? '']))
  }
}
