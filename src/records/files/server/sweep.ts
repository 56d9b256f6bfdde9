import { isOfFiles, columnOf } from '#attributes/attribute.ts'
import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { Storage } from '#platform/server/storage.ts'
import { ident, literal, qualified } from '#platform/sql.ts'
import { storageKey, thumbnailKey } from '#records/files/server/serve.ts'
import { eventRows } from '#records/server/events/eventRows.ts'
import { trashDays } from '#records/history/trash.ts'

const day = 24 * 60 * 60 * 1000
const portion = 500

type Place = { readonly id: string; readonly schema: string }

/**
 * Removes files that nobody can come back to: those that no record has named within a day (product ruling part 6, 13), and
 * those that neither their record, nor the trash, nor an event of the last 30 days still names. Their rows go first: what is
 * left in the storage by a crash is only lost room.
 */
export async function sweepFiles(
  database: Executor,
  storage: Storage,
  { place, model, now }: { readonly place: Place; readonly model: Model; readonly now: Date },
): Promise<number> {
  const table = qualified(place.schema, '_asset')
  const waiting = `record_id is null and at < $1`
  let swept = await drop(database, storage, place, `select id from ${table} where ${waiting} limit ${portion}`, [
    new Date(now.getTime() - day),
  ])
  const unnamedOnes = [...model.entities.values()].flatMap(({ uri, attributes }) =>
    attributes.filter(isOfFiles).map((attribute) => unnamed(place.schema, uri, columnOf(attribute), attribute.id)),
  )
  const past = new Date(now.getTime() - trashDays * day)
  for (const text of unnamedOnes) swept += await drop(database, storage, place, text, [past])
  // Also of an attribute that holds no files any more: an undo may bring them back.
  const present = [...model.entities.values()].flatMap(({ attributes }) => attributes.map(({ id }) => id))
  const known = [...present, ...model.dropped.keys()]
  swept += await drop(
    database,
    storage,
    place,
    `select id from ${table} where not attribute_id = any($2::uuid[]) and not entity_id = any($2::uuid[]) and at < $1 limit ${portion}`,
    [past, known],
  )
  return swept
}

function unnamed(schema: string, uri: string, column: string, attributeId: string): string {
  return `select a.id from ${qualified(schema, '_asset')} a
    where a.attribute_id = ${literal(attributeId)}::uuid and a.record_id is not null and a.at < $1
      and not exists (select 1 from ${qualified(schema, uri)} t where t.id = a.record_id and a.id = any(t.${ident(column)}))
      and not exists (select 1 from ${qualified(schema, '_trash')} d where d.id = a.record_id)
      and not exists (select 1 from ${eventRows(schema)} e where e.record_id = a.record_id and e.at >= $1)
    limit ${portion}`
}

async function drop(
  database: Executor,
  storage: Storage,
  { id: environmentId, schema }: Place,
  found: string,
  values: readonly unknown[],
): Promise<number> {
  let dropped = 0
  for (;;) {
    const table = qualified(schema, '_asset')
    const rows = await database.query<{ id: string }>({
      text: `delete from ${table} where id in (${found}) returning coalesce(bytes_id, id) as id`,
      values: [...values],
    })
    // Asked afterwards: who copies a file holds its row meanwhile, so that its copy is seen here.
    const free = await database.query<{ id: string }>({
      text: `select id from (select distinct unnest($1::uuid[]) as id) b
        where not exists (select 1 from ${table} a where a.id = b.id or a.bytes_id = b.id)`,
      values: [rows.map(({ id }) => id)],
    })
    for (const { id } of free) {
      await storage.remove(storageKey(environmentId, id))
      await storage.remove(thumbnailKey(environmentId, id))
    }
    dropped += rows.length
    if (rows.length < portion) return dropped
  }
}
