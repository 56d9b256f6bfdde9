import { columnOf, isLink } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { qualified } from '#platform/sql.ts'
import type { FieldChange } from '#records/history/recordHistory.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { lockedRowText } from '#records/server/currentSnapshot.ts'

const all = { text: 'true', values: [] }

/** The names of the records and people that changes speak of, as far as the member may read them: one statement a table. */
export async function namesIn(
  context: RecordsContext,
  model: Model,
  entity: EntityDefinition,
  changes: readonly FieldChange[],
): Promise<Record<string, string | null>> {
  const { database, environment } = context
  const wanted = new Map<string, Set<string>>()
  for (const field of entity.fields) {
    if (!isLink(field)) continue
    const target = field.type === 'N:1' ? field.related_entity : principalTarget
    if (target === null) continue
    const table = target === principalTarget ? principalTarget : model.entities.get(target)?.uri
    if (!table) continue
    const ids = wanted.get(table) ?? new Set<string>()
    wanted.set(table, ids)
    for (const { column, before, after } of changes) {
      if (column !== columnOf(field)) continue
      for (const value of [before, after]) if (typeof value === 'string') ids.add(value)
    }
  }
  const names: Record<string, string | null> = {}
  for (const [table, ids] of wanted) {
    if (ids.size === 0) continue
    const target = model.entitiesByUri.get(table)
    const readable = target ? lockedRowText(context, model, { action: 'read', entity: target, first: 2 }) : all
    const rows = await database.query<{ id: string; name: string | null }>({
      text: `select t.id, t.name from ${qualified(environment.schema, table)} t where t.id = any($1::uuid[]) and ${readable.text}`,
      values: [[...ids], ...readable.values],
    })
    for (const { id, name } of rows) names[id] = name
  }
  return names
}
