import type { EntityDefinition } from '#entities/entity.ts'
import { scopes, type Action, type MemberRights, type Privilege, type Scope } from '#environments/memberRights.ts'
import { pathKey } from '#security/carryPath.ts'
import { grantsOf, type Grant } from '#security/scope.ts'
import {
  groundHolds,
  isOwnGround,
  reachOf,
  type Actor,
  type ReachDefinitions,
  type ReachGround,
  type Owned,
  type OwnGround,
  type ShareRight,
} from '#security/reach.ts'

/** A share in force in one record. */
export type ShareFacts = {
  readonly principalId: string
  readonly may: Readonly<Record<ShareRight, boolean>>
  /** The record that carries the ground to this record, with the path; undefined for grounds of the record itself. */
  readonly carried?: Carrier
}
/** A record that carries its shares to the explained record; `key` is the key of the path. */
export type Carrier = { readonly key: string; readonly entityId: string; readonly recordId: string }
/** The facts about one record that decide who may act on the record. */
export type ExplainedRecord = Owned & {
  readonly shares: readonly ShareFacts[]
  /** The records from which shares would be carried on to this one; where nothing was asked of them, none. */
  readonly carriers?: readonly Carrier[]
}

/**
 * One reason why an action is allowed: the member's relation to the record, and the roles. `all`: the scope alone is
 * enough. `principalId` is the owner, the unit or the receiver of the share.
 */
export type Way =
  | { readonly kind: 'administrator' }
  | { readonly kind: 'all'; readonly grants: readonly Grant[] }
  | {
      readonly kind: 'owner' | 'team' | 'unit' | 'share'
      readonly principalId: string
      readonly grants: readonly Grant[]
      /** The shared record, if the share is carried from another record. */
      readonly carrier?: Carrier
    }

/** The facts about a role, whether or not the member holds the role. */
export type RoleFacts = { readonly id: string; readonly privileges: readonly Privilege[] }
/** An owner team, with the roles that come with it. */
export type TeamFacts = { readonly id: string; readonly roles: readonly RoleFacts[] }

/** One change that would allow an action on a record. */
export type Fix =
  | { readonly kind: 'share'; readonly rights: readonly ShareRight[]; readonly carrier?: Carrier }
  | { readonly kind: 'assign' }
  | { readonly kind: 'team'; readonly teamId: string }
  | { readonly kind: 'role'; readonly roleId: string }
  | { readonly kind: 'scope'; readonly roleId: string; readonly actions: readonly Action[]; readonly scope: Scope }

/** A fix with the resulting actor and record, from which the further effects of the fix are computed. */
export type Proposal = { readonly fix: Fix; readonly actor: Actor; readonly record: ExplainedRecord }

/**
 * Whether an actor may act on a record: update and delete require read of the record beside their own scope (product
 * ruling 2.3).
 */
export function mayAct(
  actor: Actor,
  action: Exclude<Action, 'create'>,
  {
    entity,
    record,
    model,
  }: { readonly entity: EntityDefinition; readonly record: ExplainedRecord; readonly model: ReachDefinitions },
): boolean {
  return needsOf(action).every((each) => reaches(actor, each, entity, record, model))
}

/**
 * A record without facts: no owner, no unit, no shares. An action allowed on this record is allowed on every record,
 * and a fix that allows the action on this record does so for every record.
 */
export const anyRecord: ExplainedRecord = { ownerId: '', unitId: '', shares: [] }

/** Whether an actor may act on every record of an entity, or on none; null where the record decides. */
export function mayActOnAll(
  actor: Actor,
  action: Exclude<Action, 'create'>,
  { entity, model }: { readonly entity: EntityDefinition; readonly model: ReachDefinitions },
): boolean | null {
  const needs = needsOf(action).map((each) => reachOf(actor, each, entity, model))
  if (needs.includes('none')) return false
  return needs.every((reach) => reach === null) ? true : null
}

/**
 * All reasons why an action is allowed on a record; empty if the action is not allowed. Reasons for a required read are
 * listed with *read*.
 */
export function accessPaths(
  actor: Actor,
  action: Exclude<Action, 'create'>,
  {
    entity,
    record,
    model,
  }: { readonly entity: EntityDefinition; readonly record: ExplainedRecord; readonly model: ReachDefinitions },
): Way[] {
  if (actor.administrator) return [{ kind: 'administrator' }]
  if (!mayAct(actor, action, { entity, record, model })) return []
  const reach = reachOf(actor, action, entity, model)
  const grants = (least: Scope) => wideEnough(actor, action, entity, least)
  if (reach === null) return [{ kind: 'all', grants: grants(grants('all').length > 0 ? 'all' : 'unit') }]
  if (reach === 'none' || 'ends' in reach) return []
  return reach.grounds.flatMap((ground): Way[] => {
    if (!isOwnGround(ground))
      return sharesFor(ground, record).map(({ principalId, carried: carrier }) => ({
        kind: 'share',
        principalId,
        grants: grants('user'),
        ...(carrier && { carrier }),
      }))
    if (!groundHolds(ground, record)) return []
    if (ground.kind === 'unit') return [{ kind: 'unit', principalId: record.unitId, grants: grants('unit') }]
    const isOwn = record.ownerId === actor.id
    return [{ kind: isOwn ? 'owner' : 'team', principalId: record.ownerId, grants: grants(isOwn ? 'user' : 'owned') }]
  })
}

/** Which roles allow an action on the entity at all, the widest first; an administrator needs none. */
export function grantsOn(actor: Actor, action: Action, entity: EntityDefinition): Grant[] {
  return actor.administrator ? [] : wideEnough(actor, action, entity, 'user')
}

/** The roles, teams and receivers from which a fix can be built. */
export type Means = {
  readonly roles: readonly RoleFacts[]
  readonly teams: readonly TeamFacts[]
}

/**
 * The changes that would allow an action that is not allowed, each by itself. A role that the member has is widened no
 * further than needed. Which one opens least is for the database to count.
 */
export function proposalsFor(
  actor: Actor,
  action: Exclude<Action, 'create'>,
  known: { readonly entity: EntityDefinition; readonly record: ExplainedRecord; readonly model: ReachDefinitions },
  { roles, teams }: Means,
): Proposal[] {
  const { entity, record } = known
  const needs = needsOf(action)
  const candidates: Proposal[] = []
  const propose = (fix: Fix, then: Partial<Proposal>) => candidates.push({ fix, actor, record, ...then })
  if (entity.recordsharing) propose({ kind: 'share', rights: needs }, { record: sharedWith(actor.id, record, needs) })
  for (const carrier of record.carriers ?? [])
    propose({ kind: 'share', rights: needs, carrier }, { record: sharedWith(actor.id, record, needs, carrier) })
  if (entity.ownership !== 'organisation') propose({ kind: 'assign' }, { record: { ...record, ownerId: actor.id } })
  const team = teams.find(({ id }) => id === record.ownerId && !actor.heldRights.principals.includes(id))
  if (team) propose({ kind: 'team', teamId: team.id }, { actor: inTeam(actor, team) })
  const heldIds = new Set(actor.heldRights.held.map(({ roleId }) => roleId))
  for (const role of roles) {
    if (!heldIds.has(role.id)) propose({ kind: 'role', roleId: role.id }, { actor: withRole(actor, role, actor.id) })
    const wider = scopes
      .slice(1)
      .map((scope) => widened(role, entity, needs, scope))
      .filter((each) => each !== null)
      .map(({ scope, role: after }) => ({
        fix: { kind: 'scope', roleId: role.id, actions: needs, scope } as const,
        actor: withRole(actor, after, actor.id),
      }))
    // Only a role that the member holds is widened: widening another role would change the rights of its holders and
    // not of the member.
    const least = heldIds.has(role.id) && wider.find((each) => mayAct(each.actor, action, known))
    if (least) propose(least.fix, { actor: least.actor })
  }
  const helping = candidates.filter((each) => mayAct(each.actor, action, { ...known, record: each.record }))
  // One record may be reached on several paths.
  const carriers = helping.map(({ fix }) => (fix.kind === 'share' ? fix.carrier?.recordId : undefined))
  return helping.filter((_each, at) => carriers[at] === undefined || carriers.indexOf(carriers[at]) === at)
}

/** The rights on one record that an action takes. */
export function needsOf(action: Exclude<Action, 'create'>): readonly ShareRight[] {
  return action === 'read' ? ['read'] : ['read', action]
}

function reaches(
  actor: Actor,
  action: ShareRight,
  entity: EntityDefinition,
  record: ExplainedRecord,
  model: ReachDefinitions,
) {
  const reach = reachOf(actor, action, entity, model)
  if (reach === null) return true
  if (reach === 'none' || 'ends' in reach) return false
  return reach.grounds.some((ground) =>
    isOwnGround(ground) ? groundHolds(ground, record) : sharesFor(ground, record).length > 0,
  )
}

/** The shares by which an actor reaches a record for something, its own and those that are carried on to it. */
export function sharesReaching<Share extends ShareFacts>(
  actor: Actor,
  right: ShareRight,
  { entity, record, model }: Known<{ readonly shares: readonly Share[] }>,
): Share[] {
  const reach = reachOf(actor, right, entity, model)
  if (reach === null || reach === 'none' || 'ends' in reach) return []
  return reach.grounds.flatMap((ground) => (isOwnGround(ground) ? [] : sharesFor(ground, record)))
}

type Known<Record> = { readonly entity: EntityDefinition; readonly record: Record; readonly model: ReachDefinitions }

function sharesFor<Share extends ShareFacts>(
  ground: Exclude<ReachGround, OwnGround>,
  { shares }: { readonly shares: readonly Share[] },
): Share[] {
  const key = ground.kind === 'carried' ? pathKey(ground.via) : undefined
  return shares.filter(
    ({ principalId, may, carried }) =>
      may[ground.right] && ground.principals.includes(principalId) && carried?.key === key,
  )
}

function wideEnough(actor: Actor, action: Action, entity: EntityDefinition, least: Scope): Grant[] {
  return grantsOf(actor, action, entity).filter(({ scope }) => scopes.indexOf(scope) >= scopes.indexOf(least))
}

function sharedWith(
  principalId: string,
  record: ExplainedRecord,
  rights: readonly ShareRight[],
  carried?: Carrier,
): ExplainedRecord {
  const may = { read: rights.includes('read'), update: rights.includes('update'), delete: rights.includes('delete') }
  return { ...record, shares: [...record.shares, { principalId, may, ...(carried && { carried }) }] }
}

function inTeam(actor: Actor, { id, roles }: TeamFacts): Actor {
  const { heldRights } = actor
  const member: Actor = { ...actor, heldRights: { ...heldRights, principals: [...heldRights.principals, id] } }
  return roles.reduce((each, role) => withRole(each, role, id), member)
}

/** The actor with the role added, or with the new state of the role in place of the present one. */
function withRole(actor: Actor, { id, privileges }: RoleFacts, principalId: string): Actor {
  const { heldRights } = actor
  const isHeld = heldRights.held.some(({ roleId }) => roleId === id)
  const after: MemberRights = {
    ...heldRights,
    held: isHeld ? heldRights.held : [...heldRights.held, { roleId: id, principalId }],
    privileges: [...heldRights.privileges.filter(({ roleId }) => roleId !== id), ...privileges],
  }
  return { ...actor, heldRights: after }
}

/** The role with at least this scope for some actions on an entity; null if the role's scope is that wide already. */
function widened(
  role: RoleFacts,
  { id: entityId }: EntityDefinition,
  needs: readonly Action[],
  scope: Scope,
): { readonly scope: Scope; readonly role: RoleFacts } | null {
  const width = (each: Scope) => scopes.indexOf(each)
  const has = (action: Action) =>
    role.privileges.find((each) => each.entityId === entityId && each.action === action)?.scope ?? 'none'
  const wider = needs.filter((action) => width(has(action)) < width(scope))
  if (wider.length === 0) return null
  const isSame = (each: Privilege) => each.entityId === entityId && wider.includes(each.action)
  const privileges = [
    ...role.privileges.filter((each) => !isSame(each)),
    ...wider.map((action): Privilege => ({ roleId: role.id, entityId, action, scope })),
  ]
  return { scope, role: { ...role, privileges } }
}
