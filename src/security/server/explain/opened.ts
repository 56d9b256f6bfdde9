import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { Fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { numbered } from '#security/condition.ts'
import { needsOf } from '#security/explain.ts'
import { predicateOf } from '#security/predicate.ts'
import type { Actor, ShareRight } from '#security/reach.ts'

/** How things stand and how they would. */
export type Turn = { readonly before: readonly (Actor | null)[]; readonly after: readonly Actor[] }

/**
 * On how many records of an entity an action becomes possible for at least one actor for whom it was not: each of `after`
 * beside the one at the same place of `before`, who may be nobody yet. Null where counting would take longer than a statement may.
 */
export async function countOpened(
  executor: Executor,
  { entity, model, schema }: { readonly entity: EntityDefinition; readonly model: Model; readonly schema: string },
  action: ShareRight,
  { before, after }: Turn,
): Promise<number | null> {
  const values: unknown[] = []
  const condition = (actor: Actor) =>
    needsOf(action)
      .map((each) => {
        const predicate = predicateOf(actor, each, entity, { model, schema, alias: 't', form: 'row' })
        const { text, values: own } = numbered(predicate, values.length + 1)
        values.push(...own)
        return text
      })
      .join(' and ')
  const gains = after.map((actor, at) => {
    const former = before[at]
    return former ? `(${condition(actor)}) and not (${condition(former)})` : condition(actor)
  })
  if (gains.length === 0) return 0
  try {
    const [row] = await executor.query<{ count: string }>({
      text: `select count(*) as count from ${qualified(schema, entity.uri)} t where ${gains.map((each) => `(${each})`).join(' or ')}`,
      values,
    })
    return Number(row?.count ?? 0)
  } catch (error) {
    if (error instanceof Fault && error.code === 'server.timeout') return null
    throw error
  }
}
