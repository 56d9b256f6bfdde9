import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { numbered } from '#security/condition.ts'
import type { Carrier } from '#security/explain.ts'
import type { CarriedThrough } from '#security/explanation.ts'
import { predicateOf } from '#security/predicate.ts'
import type { Actor } from '#security/reach.ts'
import { hiddenFrom } from '#security/visible.ts'

type Asking = { readonly model: Model; readonly schema: string; readonly member: Actor }

/** The records that carry shares, by path, as far as the asker may know of them; nothing of hidden tables. */
export async function readThrough(
  executor: Executor,
  { model, schema, member }: Asking,
  carriers: readonly Carrier[],
): Promise<ReadonlyMap<string, CarriedThrough>> {
  const told = new Map<string, CarriedThrough>()
  const hidden = hiddenFrom(member, model)?.entities
  for (const { key, entityId, recordId } of carriers) {
    const entity = model.entities.get(entityId)
    if (!entity || hidden?.has(entityId)) continue
    const readable = numbered(predicateOf(member, 'read', entity, { model, schema, alias: 't', form: 'row' }), 2)
    const [row] = await executor.query<{ name: string | null }>({
      text: `select t."name" from ${qualified(schema, entity.uri)} t where t."id" = $1 and ${readable.text}`,
      values: [recordId, ...readable.values],
    })
    const record = row ? { id: recordId, name: row.name ?? '' } : null
    told.set(key, { entity: { id: entity.id, name: entity.name }, record })
  }
  return told
}
