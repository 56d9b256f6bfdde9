import type { ChangeContext, ChangedEnvironment } from '#changes/server/changes.ts'
import type { CountedImpact } from '#changes/wire.ts'
import { computedAttributes, storedSources } from '#entities/computedSources.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { loadMember } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { closedFields } from '#security/fields.ts'
import { namesOver, shownOver } from '#security/readers.ts'

/**
 * The hidden attributes that a change of definitions would disclose: by formulas and rollups marked as shown, and by
 * names, which are always shown. Only additions of the change are reported.
 */
export async function foretellDisclosure(
  executor: Executor,
  { schema }: ChangedEnvironment,
  models: readonly Model[],
): Promise<CountedImpact[]> {
  const [before, after] = [models[0], models.at(-1)]
  if (!before || !after) return []
  const rows = await executor.query<{ id: string }>({
    text: `select distinct attribute_id::text as id from ${qualified(schema, '_field_rule')} where not may_read`,
  })
  const hidden = rows.map(({ id }) => id)
  if (hidden.length === 0) return []
  const formerly = shownOver(before, hidden)
  const marked = [...shownOver(after, hidden)].flatMap((id) => {
    const name = attributeById(after, id)?.attribute.name
    return formerly.has(id) || name === undefined ? [] : [name]
  })
  const named = new Set(namesOver(before, hidden).map(({ entity, attribute }) => `${entity.id} ${attribute.id}`))
  const naming = namesOver(after, hidden).filter(({ entity, attribute }) => !named.has(`${entity.id} ${attribute.id}`))
  return [
    ...marked.map((name) => ({ key: 'changes.impact.shownOverHidden', values: { name }, count: 1 }) as const),
    ...naming.map(
      ({ entity, attribute }) =>
        ({
          key: 'changes.impact.namedByHidden',
          values: { name: entity.collectionname, field: attribute.name },
          count: 1,
        }) as const,
    ),
  ]
}

/**
 * Makers may not disclose what they may not read: the new sources of a formula marked as shown over hidden fields must
 * be readable for its maker. Fault: `attribute.shownForbidden`.
 */
export async function refuseDisclosure(
  transaction: Transaction,
  { environment: { schema }, member }: ChangeContext,
  { load, after }: { readonly load: () => Promise<Model>; readonly after: Model },
): Promise<void> {
  const marked = computedAttributes(after).filter(({ attribute }) => attribute.shown_over_hidden)
  if (marked.length === 0) return
  const maker = await loadMember(transaction, schema, member.id)
  if (!maker || maker.administrator) return
  const before = await load()
  const hiddenIn = (model: Model, id: string): ReadonlySet<string> => {
    const found = attributeById(model, id)
    if (!found?.attribute.shown_over_hidden) return new Set()
    const sources = storedSources(model, found.attribute)
    return new Set(
      sources
        .filter((source) => closedFields(maker, { id: source.entity_id }, model).unread.has(source.id))
        .map((source) => source.id),
    )
  }
  for (const { attribute } of marked) {
    const known = hiddenIn(before, attribute.id)
    const added = [...hiddenIn(after, attribute.id)].filter((id) => !known.has(id))
    if (added.length > 0) throw fault('attribute.shownForbidden', { name: attribute.name }, 'shown_over_hidden')
  }
}
