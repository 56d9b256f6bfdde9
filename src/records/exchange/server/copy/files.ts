import { randomBytes } from 'node:crypto'
import { isOfFiles, columnOf, type Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ident, qualified } from '#platform/sql.ts'
import { manyIds } from '#records/exchange/server/import/manyIds.ts'
import type { WorkContext } from '#records/server/work/deps.ts'

type FileCopying = {
  readonly context: WorkContext
  readonly transaction: Transaction
  readonly source: EntityDefinition
  readonly copy: EntityDefinition
  /** The table of old and new ids of records. */
  readonly pairs: string
}

/**
 * Gives the copies of some records files of their own: each a row of its own that goes with its record, over the same bytes,
 * which stay as long as any row has them.
 */
export async function copyFiles(copying: FileCopying, olds: readonly string[]): Promise<void> {
  const former = new Map(copying.source.attributes.map((attribute) => [attribute.uri, attribute]))
  for (const attribute of copying.copy.attributes) {
    const from = former.get(attribute.uri)
    if (isOfFiles(attribute) && from?.type === attribute.type) await copyColumn(copying, { from, to: attribute }, olds)
  }
}

type Columns = { readonly from: Attribute; readonly to: Attribute }
type Named = { readonly record_id: string; readonly asset_id: string; readonly place: number }

async function copyColumn(
  { context, transaction, source, copy, pairs }: FileCopying,
  { from, to }: Columns,
  olds: readonly string[],
): Promise<void> {
  const { environment, member } = context
  const table = qualified(environment.schema, '_asset')
  const at = context.now()
  // The rows are held, so that nobody sweeps the bytes away before the copies can be seen.
  const named = await transaction.query<Named>({
    text: `select p.new as record_id, a.id as asset_id, f.place::int as place
      from unnest($1::uuid[]) o(id) join ${pairs} p on p.old = o.id
      join ${qualified(environment.schema, source.uri)} s on s.id = o.id
      cross join lateral unnest(s.${ident(columnOf(from))}) with ordinality f(id, place)
      join ${table} a on a.id = f.id and a.attribute_id = $2 for share of a`,
    values: [olds, from.id],
  })
  if (named.length === 0) return
  const ids = manyIds(named.length, at, randomBytes)
  const records = named.map(({ record_id }) => record_id)
  await transaction.execute({
    text: `insert into ${table} (id, entity_id, attribute_id, record_id, name, size, type, sha256, width, height,
        has_thumbnail, at, by_id, bytes_id)
      select n.id, $4, $5, n.record_id, a.name, a.size, a.type, a.sha256, a.width, a.height,
        a.has_thumbnail, $6, $7, coalesce(a.bytes_id, a.id)
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) n(id, record_id, asset_id) join ${table} a on a.id = n.asset_id`,
    values: [ids, records, named.map(({ asset_id }) => asset_id), copy.id, to.id, at, member.id],
  })
  await transaction.execute({
    text: `update ${qualified(environment.schema, copy.uri)} c set ${ident(columnOf(to))} = n.ids
      from (select record_id, array_agg(id order by place) as ids
        from unnest($1::uuid[], $2::uuid[], $3::int[]) f(id, record_id, place) group by record_id) n where c.id = n.record_id`,
    values: [ids, records, named.map(({ place }) => place)],
  })
}
