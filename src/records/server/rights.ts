import { columnOf } from '#attributes/attribute.ts'
import type { RecordValues } from '#attributes/record.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import type { Check } from '#odata/write/writeStatements.ts'
import { lifted, slot } from '#odata/write/plan.ts'
import { ident, literal, qualified } from '#platform/sql.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { linkColumns, valueSlot, type Write, type WriteCheck } from '#records/server/write.ts'
import { conditionOf } from '#security/condition.ts'
import { closedFields } from '#security/fields.ts'
import { groundHolds, mayAtAll, reachOf, type LinkEnd } from '#security/reach.ts'
import { carryingColumns, relinkReach } from '#security/relinking.ts'
import { hiddenFrom } from '#security/visible.ts'

type Asking = Pick<RecordsContext, 'member' | 'caller'>

/**
 * The entity with the name of an entity set. Fault `resource.unknown`, also for members without any right on the
 * entity.
 */
export function entityFor({ member }: Pick<RecordsContext, 'member'>, model: Model, uri: string): EntityDefinition {
  const entity = model.entitiesByUri.get(uri)
  if (!entity || hiddenFrom(member, model)?.entities.has(entity.id))
    throw fault('resource.unknown', { name: uri, hint: 'none' }, uri)
  return entity
}

/**
 * Refuses writes to an entity that makers closed to people. API keys may write where the member has the activity
 * `system-write` (product ruling 2.4).
 */
export function refuseClosed(
  { caller, member }: Asking,
  entity: EntityDefinition,
  code: 'managed.create' | 'managed.update' | 'managed.delete',
): void {
  if (entity.editable) return
  if (caller.keyId === null || !member.heldRights.activities.has('system-write')) throw fault(code)
}

/** Refuses a create by members who may create no record of the entity. */
export function refuseCreate({ member }: Pick<RecordsContext, 'member'>, model: Model, entity: EntityDefinition): void {
  if (!mayAtAll(member, 'create', entity, model)) throw fault('request.forbidden')
}

/** Refuses values of attributes that are readable but not writable. Hidden attributes are left to `refuseHidden`. */
export function refuseClosedFields(
  { member }: Pick<RecordsContext, 'member'>,
  entity: EntityDefinition,
  model: Model,
  body: unknown,
): void {
  const { unread, fixed } = closedFields(member, entity, model)
  if (fixed.size === 0 || typeof body !== 'object' || body === null) return
  const closed = entity.attributes.find(
    (attribute) => fixed.has(attribute.id) && !unread.has(attribute.id) && columnOf(attribute) in body,
  )
  if (closed) throw fault('field.forbidden', { name: closed.name }, columnOf(closed))
}

/** Whether the member may disable and re-enable records (product ruling 2.2). */
function mayDisable({ member }: Pick<RecordsContext, 'member'>): boolean {
  return member.heldRights.activities.has('disable-records')
}

/** Rights checks of a new record, as conditions of its statement. Throws at once where no query is needed. */
export function createRightsChecks(write: Write, values: RecordValues): WriteCheck[] {
  const { context, model, entity } = write
  if (values['status'] === 'disabled' && !mayDisable(context)) throw fault('request.forbidden')
  const reach = reachOf(context.member, 'create', entity, model)
  if (reach === null) return []
  if (reach === 'none') throw fault('request.forbidden')
  if ('ends' in reach) return [{ property: 'id', condition: mayLink(write, reach.ends), code: 'request.forbidden' }]
  const condition = mayOwn(write, String(values['owner_id']))
  return condition ? [{ property: 'owner_id', condition, code: 'request.forbidden' }] : []
}

/** Rights checks of an update, as conditions on the row `b` before the change, each with its fault code. */
export function updateChecks(write: Write, values: RecordValues): (Check & { readonly code: FaultCode })[] {
  const { context } = write
  const checks: (Check & { readonly code: FaultCode })[] = []
  if ('status' in values && !mayDisable(context)) {
    const status = sql`${slot(valueSlot('status'))}::text`
    const condition = joinFragments([
      raw(`(b."status" = `),
      status,
      raw(` or 'disabled' not in (b."status", `),
      status,
      raw('))'),
    ])
    checks.push({ property: 'status', condition, code: 'request.forbidden' })
  }
  if (typeof values['owner_id'] === 'string') {
    const may = mayOwn(write, values['owner_id'])
    if (may) checks.push({ property: 'owner_id', condition: unlessKept(may), code: 'request.forbidden' })
    const fit = ownerReads(write)
    checks.push({ property: 'owner_id', condition: unlessKept(fit), code: 'record.ownerUnfit' })
  }
  return [...checks, ...relinkChecks(write, values)]
}

/**
 * A member who reaches the row `b` only through shares must not move the row below another record whose shares would
 * reach it.
 */
function relinkChecks(write: Write, values: RecordValues): (Check & { readonly code: FaultCode })[] {
  const { context, entity, model, schema, inputs } = write
  const given = linkColumns(entity).filter((column) => typeof values[column] === 'string')
  if (given.length === 0) return []
  const reach = relinkReach(context.member, entity, model)
  if (reach === null || reach === 'none' || 'ends' in reach) return []
  const carrying = carryingColumns(entity, model)
  return given
    .filter((column) => carrying.has(column))
    .map((column) => {
      const own = conditionOf(reach, { schema, alias: 'b', form: 'row' })
      const may = own ? lifted(own, `may move by ${column}`, inputs) : raw('true')
      const value = sql`${slot(valueSlot(column))}::uuid or `
      return {
        property: column,
        condition: joinFragments([raw(`(b.${ident(column)} is not distinct from `), value, may, raw(')')]),
        code: 'request.forbidden',
      }
    })
}

/**
 * Condition for the writer's right to make somebody the owner, by the scope of create. Undefined where the right is
 * certain; `false` where the assignment is certainly forbidden.
 */
function mayOwn(write: Write, ownerId: string): SqlFragment | undefined {
  const { context, model, entity } = write
  const reach = reachOf(context.member, 'create', entity, model)
  if (reach === null) return undefined
  if (reach === 'none' || 'ends' in reach) return raw('false')
  const { member } = context
  const units = reach.grounds.flatMap((ground) => (ground.kind === 'unit' ? ground.units : []))
  const isPlain = reach.grounds.some(
    (ground) => ground.kind === 'owner' && groundHolds(ground, { ownerId, unitId: '' }),
  )
  if (isPlain || (units.length > 0 && ownerId === member.id)) return undefined
  if (units.length === 0) return raw('false')
  const principal = raw(`exists (select from ${qualified(write.schema, '_principal')} p where p.id = `)
  const owner = sql`${slot(valueSlot('owner_id'))}::uuid and p.unit_id = any(`
  write.inputs['create units'] = `{${units.join(',')}}`
  return joinFragments([principal, owner, sql`${slot('create units')}::uuid[]))`])
}

// Sending the current owner unchanged is no assignment.
function unlessKept(condition: SqlFragment): SqlFragment {
  return joinFragments([raw('(b."owner_id" = '), sql`${slot(valueSlot('owner_id'))}::uuid or `, condition, raw(')')])
}

/** Product ruling 2.3: a new owner has at least scope *user* for read. */
function ownerReads({ schema, entity }: Write): SqlFragment {
  const owner = sql`${slot(valueSlot('owner_id'))}::uuid`
  return readsText(schema, entity, owner)
}

/**
 * Condition: the principal may read at least its own records of an entity, by its roles or by those of its owner teams.
 */
export function readsText(schema: string, entity: EntityDefinition, owner: SqlFragment): SqlFragment {
  const table = (name: string) => qualified(schema, name)
  const scopes = entity.ownership === 'organisation' ? `= 'all'` : `<> 'none'`
  return joinFragments([
    raw(
      `exists (select from ${table('_role_member')} h join ${table('_role')} r on r.id = h.role_id where (h.principal_id = `,
    ),
    owner,
    raw(` or h.principal_id in (select m.team_id from ${table('_team_member')} m join ${table('_team')} o on o.id = m.team_id
      where o.kind = 'owner' and m.member_id = `),
    owner,
    raw(`)) and (r.administrator or exists (select from ${table('_privilege')} v where v.role_id = r.id
      and v.entity_id = ${literal(entity.id)}::uuid and v.action = 'read' and v.scope ${scopes})))`),
  ])
}

/**
 * Condition for creating a link: the right to update one of the two linked records. Read rights on both are checked for
 * every lookup.
 */
function mayLink(write: Write, ends: readonly LinkEnd[]): SqlFragment {
  const each = ends.map(({ column, entity, update }) => {
    const condition = conditionOf(update, { schema: write.schema, alias: 't', form: 'row' })
    const further = condition ? lifted(condition, `may update ${column}`, write.inputs) : raw('true')
    const from = raw(`exists (select 1 from ${qualified(write.schema, entity.uri)} t where t.id = `)
    return joinFragments([from, sql`${slot(valueSlot(column))}::uuid and `, further, raw(')')])
  })
  return joinFragments([raw('('), joinFragments(each, ' or '), raw(')')])
}
