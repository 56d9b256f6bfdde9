import { featuresByPlace, featureKey, type Feature } from '#entities/feature.ts'
import type { Model } from '#entities/model.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A switch in the form of `row_to_json`. */
export type FeatureRow = Omit<Feature, 'on'> & { readonly is_on: boolean }

export function toFeatures(rows: readonly FeatureRow[]): ReadonlyMap<string, Feature> {
  return featuresByPlace(
    rows.map(({ key, entity_id, is_on: on, version, change_id }) => ({ key, entity_id, on, version, change_id })),
  )
}

/** Saves the differences between the switches of two models. */
export async function saveFeatures(executor: Executor, schema: string, before: Model, after: Model): Promise<void> {
  for (const feature of after.features.values()) {
    const place = featureKey(feature)
    if (before.features.get(place) === feature) continue
    const { key, entity_id, on, version, change_id } = feature
    await executor.execute({
      text: `insert into ${qualified(schema, '_feature')} (place, key, entity_id, is_on, version, change_id)
        values ($1, $2, $3, $4, $5, $6) on conflict (place) do update set is_on = excluded.is_on,
        version = excluded.version, change_id = excluded.change_id`,
      values: [place, key, entity_id, on, version, change_id],
    })
  }
}

/** Time and author of the last setting of switches, by change id. */
export async function movesOf(
  executor: Executor,
  schema: string,
  changeIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly since: string; readonly by: string | null }>> {
  if (changeIds.length === 0) return new Map()
  const rows = await executor.query<{ id: string; changed_on: Date; by: string | null }>({
    text: `select c.id, c.changed_on, nullif(trim(m.firstname || ' ' || m.lastname), '') as by
      from ${qualified(schema, '_change')} c left join ${qualified(schema, '_member')} m on m.id = c.changed_by_id
      where c.id = any($1::uuid[])`,
    values: [changeIds],
  })
  return new Map(rows.map(({ id, changed_on: on, by }) => [id, { since: new Date(on).toISOString(), by }]))
}
