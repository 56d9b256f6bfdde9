import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { Fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { ident, qualified } from '#platform/sql.ts'
import { carryPathsOf, type CarryPath } from '#security/carryPath.ts'
import { numbered } from '#security/condition.ts'
import { needsOf, type Carrier } from '#security/explain.ts'
import { predicateOf } from '#security/predicate.ts'
import type { Actor, ShareRight } from '#security/reach.ts'
import { scopeOf } from '#security/scope.ts'

/** How things stand and how they would. */
export type Turn = { readonly before: readonly (Actor | null)[]; readonly after: readonly Actor[] }

/**
 * The number of records of an entity on which an action becomes possible for at least one actor. `before` and `after`
 * correspond by index; an actor in `before` may be missing. Null if counting exceeds the statement's timeout.
 */
export async function countOpened(
  executor: Executor,
  { entity, model, schema }: Place,
  action: ShareRight,
  { before, after }: Turn,
): Promise<number | null> {
  const values: unknown[] = []
  const condition = (actor: Actor) => conditionText({ entity, model, schema }, needsOf(action), actor, values)
  const gains = after.map((actor, at) => {
    const former = before[at]
    return former ? `(${condition(actor)}) and not (${condition(former)})` : condition(actor)
  })
  if (gains.length === 0) return 0
  const where = gains.map((each) => `(${each})`).join(' or ')
  return countOf(executor, `${qualified(schema, entity.uri)} t where ${where}`, values)
}

/**
 * On how many records of an entity an action becomes possible for an actor by a share of one record: that record, and those
 * to which the share is carried on.
 */
export async function countShared(
  executor: Executor,
  place: Place,
  action: ShareRight,
  { actor, shared }: { readonly actor: Actor; readonly shared: Pick<Carrier, 'entityId' | 'recordId'> },
): Promise<number | null> {
  const { entity, model, schema } = place
  const isSame = entity.id === shared.entityId
  const waysFor = (right: ShareRight) =>
    carryPathsOf(model, entity, (parent) => scopeOf(actor, right, parent) !== 'none').filter(
      (path) => path.at(-1)?.entity.id === shared.entityId,
    )
  if (isSame && needsOf(action).every((right) => waysFor(right).length === 0)) return 1
  const values: unknown[] = [shared.recordId]
  const then = needsOf(action).map((right) => {
    const ways = waysFor(right).map((path) => reachedText(schema, path))
    const own = isSame && entity.recordsharing ? ['t."id" = $1'] : []
    return `(${[conditionText(place, [right], actor, values), ...ways, ...own].join(' or ')})`
  })
  const now = conditionText(place, needsOf(action), actor, values)
  const from = `${qualified(schema, entity.uri)} t where ${then.join(' and ')} and not (${now})`
  return countOf(executor, from, values)
}

/** Whether a path leads from a record to the record of the first parameter. */
function reachedText(schema: string, path: CarryPath): string {
  const [first, ...rest] = path
  const ids = rest.reduceRight((of, { column }, at) => {
    const { uri } = path[at]?.entity ?? first.entity
    return `select "id" from ${qualified(schema, uri)} where ${ident(column)} in (${of})`
  }, 'select $1::uuid')
  return `t.${ident(first.column)} in (${ids})`
}

type Place = { readonly entity: EntityDefinition; readonly model: Model; readonly schema: string }

function conditionText(place: Place, rights: readonly ShareRight[], actor: Actor, values: unknown[]): string {
  return rights
    .map((each) => {
      const predicate = predicateOf(actor, each, place.entity, { ...place, alias: 't', form: 'row' })
      const { text, values: own } = numbered(predicate, values.length + 1)
      values.push(...own)
      return text
    })
    .join(' and ')
}

async function countOf(executor: Executor, from: string, values: readonly unknown[]): Promise<number | null> {
  try {
    const [row] = await executor.query<{ count: string }>({ text: `select count(*) as count from ${from}`, values })
    return Number(row?.count ?? 0)
  } catch (error) {
    if (error instanceof Fault && (error.code === 'server.timeout' || error.code === 'server.busy')) return null
    throw error
  }
}
