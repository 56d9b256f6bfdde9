import { columnOf } from '#attributes/attribute.ts'
import type { RecordValues } from '#attributes/record.ts'
import { Fault, fault } from '#faults/fault.ts'
import { dependentLookups, type DependentLookup } from '#entities/dependentLookups.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { assign } from '#odata/write/row.ts'
import { slot } from '#odata/write/plan.ts'
import { raw } from '#odata/fragments.ts'
import { propertyOf } from '#odata/model.ts'
import { ident, qualified } from '#platform/sql.ts'
import { tellConcerned, type Concerned, type Consequence } from '#records/consequence.ts'
import type { Service } from '#records/odataModel.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { firstUnfulfilled, type Incoming } from '#records/server/expressionWrites.ts'
import { changeSet, removeSet } from '#records/server/setWrite.ts'
import { stamps, unitOf } from '#records/server/stamps.ts'
import { hiddenFields, redactProblems } from '#records/server/redactProblems.ts'
import { valueSlot, writeTo, type Write } from '#records/server/write.ts'
import type { Action } from '#environments/memberRights.ts'
import { lockedRowText } from '#records/server/currentSnapshot.ts'
import { readsText } from '#records/server/rights.ts'
import { groundHolds, isOwnGround, reachOf, type ReachGround } from '#security/reach.ts'
import { principalTarget } from '#entities/system.ts'

/** Maximum number of other records that one deletion or assignment may reach. */
const dependantsLimit = 10_000

/** Context of a cascade over dependent records, all within one transaction. */
export type CascadeContext = { readonly context: RecordsContext; readonly model: Model; readonly service: Service }

/** Whether any record depends on one of the given records. Runs no query for entities that no lookup points to. */
export async function haveDependants(
  { context, model }: CascadeContext,
  entity: EntityDefinition,
  ids: readonly string[],
) {
  const dependants = dependentLookups(model, entity.id)
  if (dependants.length === 0) return false
  const some = dependants.map((each) => `exists (select 1 from ${tableOf(context, each)} where ${columnIn(each)})`)
  const text = `select ${some.join(' or ')} as found`
  const [row] = await context.database.query<{ found: boolean }>({ text, values: [ids] })
  return row?.found === true
}

/**
 * Applies the delete rules of relationships to the dependents of records that the same transaction deletes, before or
 * after this call: lookups are cleared, or dependents go to the trash, each with its event. Records may reference each
 * other in a cycle, so foreign keys are deferred. Faults: `record.restricted` with the entities that still need the
 * records, `record.tooManyDependants`, `request.forbidden`, `record.deleteForbidden`.
 */
export async function releaseDependants(ground: CascadeContext, entity: EntityDefinition, ids: readonly string[]) {
  const { context, model, service } = ground
  await context.database.execute({ text: 'set constraints all deferred' })
  const { doomed, held, cleared } = await reachedFrom(ground, entity, ids, async (dependant, next, left) =>
    idsOf(await recordsOf(ground, dependant, next, left)),
  )
  refuseHeld(ground, held)
  for (const { dependant, ids: found } of cleared) await clear(ground, dependant, found)
  const own = new Set(ids)
  for (const { entity: owner, ids: all } of doomed.values()) {
    const going = owner.id === entity.id ? [...all].filter((id) => !own.has(id)) : [...all]
    if (going.length > 0) await removeSet(writeTo(context, model, service, owner), going)
  }
}

/**
 * Previews the effects of a deletion on other records: limited to records that the member may delete, and to dependents
 * that the member may read. Faults: `record.unknown`, `record.tooManyDependants`.
 */
export async function foresee(
  ground: CascadeContext,
  entity: EntityDefinition,
  asked: readonly string[],
): Promise<Consequence> {
  const { context, model } = ground
  const may = mayText(ground, { entity }, 'delete')
  const found = await context.database.query<Pick<Row, 'id'>>({
    text: `select t.id from ${tableOf(context, { entity })} t where t.id = any($1::uuid[]) and ${may.text} limit $2`,
    values: [asked, asked.length, ...may.values],
  })
  if (found.length === 0) throw fault('record.unknown')
  const own = found.map(({ id }) => id)
  const { doomed, held, cleared } = await reachedFrom(ground, entity, own, async (dependant, ids, most) => {
    if (isHidden(context, dependant, model)) return []
    const seen = mayText(ground, dependant, 'read')
    const text = `select t.id from ${tableOf(context, dependant)} t where ${columnIn(dependant)} and ${seen.text} limit $2`
    const rows = await context.database.query<Pick<Row, 'id'>>({ text, values: [ids, most + 1, ...seen.values] })
    return withinLimit(rows, most).map((row) => row.id)
  })
  const gone = [...doomed.values()].filter(({ entity: owner }) => owner.link_of === null)
  return {
    gone: gone
      .map(({ entity: owner, ids }) => concerned(owner, ids.size - (owner.id === entity.id ? own.length : 0)))
      .filter(({ count }) => count > 0),
    held: tellFound(held),
    cleared: tellFound(cleared),
  }
}

/** Checks the deferred foreign keys now; violations throw here. */
export async function settleKeys({ context }: CascadeContext): Promise<void> {
  await context.database.execute({ text: 'set constraints all immediate' })
}

/** Gives dependents with cascading assignment the same owner, recursively. Fault: `record.tooManyDependants`. */
export async function assignDependants(
  ground: CascadeContext,
  entity: EntityDefinition,
  ids: readonly string[],
  owner: string,
) {
  const { context, model, service } = ground
  const seen = new Set(ids.map((id) => `${entity.id} ${id}`))
  const queue = [{ entity, ids }]
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const dependant of dependentLookups(model, next.entity.id)) {
      if (dependant.onAssign !== 'cascade') continue
      const left = dependantsLimit - seen.size + ids.length
      const found = await recordsOf(ground, dependant, next.ids, left, 'update')
      const others = idsOf(found.filter(({ owner_id }) => owner_id !== owner))
      const fresh = others.filter((id) => !seen.has(`${dependant.entity.id} ${id}`))
      if (fresh.length === 0) continue
      await refuseUnassignable(ground, dependant.entity, owner)
      await refuseUnfit({ ...ground, entity: dependant.entity }, { owner_id: owner }, fresh)
      for (const id of fresh) seen.add(`${dependant.entity.id} ${id}`)
      const write = writeTo(context, model, service, dependant.entity)
      write.inputs[valueSlot('owner_id')] = owner
      const change = assign(propertyOf(write.set, 'owner_id'), slot(valueSlot('owner_id')))
      await changeSet(write, fresh, [change], [...changed(write), ...unitOf(write)])
      queue.push({ entity: dependant.entity, ids: fresh })
    }
  }
}

/**
 * Product ruling 2.3: the scope of create decides whether the member may make somebody the owner, and the owner must be
 * able to read the records.
 */
async function refuseUnassignable(
  { context, model }: CascadeContext,
  entity: EntityDefinition,
  owner: string,
): Promise<void> {
  const { database, environment, member } = context
  const reach = reachOf(member, 'create', entity, model)
  if (reach === 'none') throw fault('request.forbidden')
  const reads = readsText(environment.schema, entity, { parts: ['$1::uuid'], values: [] }).parts.join('')
  const [found] = await database.query<{ unit_id: string; reads: boolean }>({
    text: `select unit_id, ${reads} as reads from ${qualified(environment.schema, principalTarget)} where id = $1`,
    values: [owner],
  })
  if (!found?.reads) throw fault('record.ownerUnfit', {}, 'owner_id')
  const covers = (ground: ReachGround) =>
    isOwnGround(ground) && groundHolds(ground, { ownerId: owner, unitId: found.unit_id })
  if (reach !== null && !('grounds' in reach && reach.grounds.some(covers))) throw fault('request.forbidden')
}

type Doomed = { readonly entity: EntityDefinition; readonly ids: ReadonlySet<string> }
type Row = { readonly id: string; readonly owner_id: string; readonly permitted: boolean }
type Found = { readonly dependant: DependentLookup; readonly ids: readonly string[] }
type Find = (dependant: DependentLookup, ids: readonly string[], most: number) => Promise<readonly string[]>

/**
 * The transitive dependents of records by delete rule: `doomed` are deleted as well, `held` prevent the deletion,
 * `cleared` lose their link.
 */
async function reachedFrom({ model }: CascadeContext, entity: EntityDefinition, ids: readonly string[], find: Find) {
  const doomed = new Map<string, Doomed>([[entity.id, { entity, ids: new Set(ids) }]])
  const held: Found[] = []
  const cleared: Found[] = []
  let left = dependantsLimit
  const queue = [{ entity, ids }]
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const dependant of dependentLookups(model, next.entity.id)) {
      const found = await find(dependant, next.ids, left)
      if (dependant.onDelete === 'restrict') held.push({ dependant, ids: found })
      if (dependant.onDelete === 'clear') cleared.push({ dependant, ids: found })
      if (dependant.onDelete !== 'cascade') continue
      const known = doomed.get(dependant.entity.id) ?? { entity: dependant.entity, ids: new Set<string>() }
      const fresh = found.filter((id) => !known.ids.has(id))
      doomed.set(dependant.entity.id, { entity: dependant.entity, ids: new Set([...known.ids, ...fresh]) })
      left -= fresh.length
      if (fresh.length > 0) queue.push({ entity: dependant.entity, ids: fresh })
    }
  }
  const staying = ({ dependant, ids: found }: Found): Found => ({
    dependant,
    ids: found.filter((id) => doomed.get(dependant.entity.id)?.ids.has(id) !== true),
  })
  return { doomed, held: held.map(staying), cleared: cleared.map(staying) }
}

/**
 * The records that point to one of the given records, locked. Throws where the member lacks the right for the action on
 * any of them.
 */
async function recordsOf(
  ground: CascadeContext,
  dependant: DependentLookup,
  ids: readonly string[],
  most: number,
  action: Action = actionOf[dependant.onDelete],
): Promise<Row[]> {
  const { context } = ground
  const condition = mayText(ground, dependant, action)
  const rows = await context.database.query<Row>({
    text: `select t.id, t.owner_id, ${condition.text} as permitted from ${tableOf(context, dependant)} t
      where ${columnIn(dependant)} order by t.id limit $2 for update`,
    values: [ids, most + 1, ...condition.values],
  })
  withinLimit(rows, most)
  // A record that the member may not see blocks the deletion: the fault reveals nothing about that record.
  if (rows.some(({ permitted }) => !permitted))
    throw fault(action === 'update' ? 'request.forbidden' : 'record.deleteForbidden')
  return rows
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id)
}

/** The right that each delete rule requires on the dependents. */
const actionOf = { cascade: 'delete', clear: 'update', restrict: 'read' } as const

/**
 * Condition for the member's right to an action, which includes the right to read. Parameters are numbered after those
 * of the query. Link rows have no rights of their own: they are deleted with either of their records.
 */
function mayText({ context, model }: CascadeContext, { entity }: Pick<DependentLookup, 'entity'>, action: Action) {
  if (entity.link_of !== null) return { text: 'true', values: [] }
  const read = lockedRowText(context, model, { action: 'read', entity, first: 3 })
  if (action === 'read') return read
  const act = lockedRowText(context, model, { action, entity, first: 3 + read.values.length })
  return { text: `(${read.text} and ${act.text})`, values: [...read.values, ...act.values] }
}

function withinLimit<Each>(rows: readonly Each[], most: number): readonly Each[] {
  if (rows.length > most) throw fault('record.tooManyDependants', { max: dependantsLimit })
  return rows
}

function refuseHeld({ context, model }: CascadeContext, held: readonly Found[]): void {
  const users = tellFound(held.filter(({ dependant }) => !isHidden(context, dependant, model)))
  if (held.every(({ ids }) => ids.length === 0)) return
  if (users.length === 0) throw fault('record.deleteForbidden')
  throw new Fault({ code: 'record.restricted', parameters: tellConcerned(users) }, [], { users })
}

/** Whether the lookup attribute of the dependents is hidden from the member; such dependents are not reported. */
function isHidden(context: RecordsContext, { entity, attribute }: DependentLookup, model: Model): boolean {
  return hiddenFields(context, entity, model).some(({ id }) => id === attribute.id)
}

function tellFound(all: readonly Found[]): readonly Concerned[] {
  const users = all.filter(({ ids }) => ids.length > 0)
  const byEntity = Map.groupBy(users, ({ dependant }) => dependant.entity)
  return [...byEntity].map(([entity, found]) => concerned(entity, new Set(found.flatMap(({ ids }) => ids)).size))
}

function concerned({ uri, collectionname }: EntityDefinition, count: number): Concerned {
  return { entity: uri, name: collectionname, count }
}

async function clear(ground: CascadeContext, { entity, attribute }: DependentLookup, ids: readonly string[]) {
  if (ids.length === 0) return
  const { context, model, service } = ground
  await refuseUnfit({ ...ground, entity }, { [columnOf(attribute)]: null }, ids)
  const write = writeTo(context, model, service, entity)
  const change = { property: propertyOf(write.set, columnOf(attribute)), value: raw('null') }
  await changeSet(write, ids, [change], changed(write))
}

/** Changes by a cascade must fulfil the conditions of fields like any other write. */
async function refuseUnfit(incoming: Incoming, given: RecordValues, ids: readonly string[]): Promise<void> {
  const found = await firstUnfulfilled(incoming, given, ids)
  if (!found) return
  const parameters = { entity: incoming.entity.collectionname, name: String(found.row['name'] ?? '') }
  const told = redactProblems(incoming.context, incoming.entity, incoming.model, found.problems)
  throw new Fault({ code: 'record.dependantUnfit', parameters }, told)
}

/** System columns of a change to several records; each record has its own version. */
function changed(write: Write) {
  const version = write.set.properties.get('version')
  return [
    ...(version ? [{ property: version, value: raw('t."version" + 1') }] : []),
    ...stamps(write, { updated_on: slot('at'), updated_by_id: slot('byId') }),
  ]
}

function tableOf({ environment }: RecordsContext, { entity }: Pick<DependentLookup, 'entity'>): string {
  return qualified(environment.schema, entity.uri)
}

function columnIn({ attribute }: DependentLookup): string {
  return `${ident(columnOf(attribute))} = any($1::uuid[])`
}
