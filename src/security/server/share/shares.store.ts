import type { EntityDefinition } from '#entities/entity.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import {
  mostReceivers,
  type PrincipalKind,
  type Receiver,
  type SharedRight,
  type SharedRights,
} from '#security/share.ts'
import type { SharedRecord, ShareHeld } from '#security/sharing.ts'

/** A stored share. */
export type KeptShare = SharedRights & {
  readonly principal: Receiver
  readonly expires_on: Date | null
  readonly reason: string | null
  readonly by_id: string
  readonly by: string | null
  readonly on: Date
  readonly over: boolean
  readonly scopes: readonly SharedRight[] | null
}

type Place = { readonly schema: string; readonly entity: EntityDefinition }

/** The shares of a record, those that are over too, the first given first. */
export async function listShares(
  executor: Executor,
  { schema, entity }: Place,
  recordId: string,
): Promise<KeptShare[]> {
  const table = (name: string) => qualified(schema, name)
  const rows = await executor.query<
    Omit<KeptShare, 'principal'> & { id: string; name: string; kind: PrincipalKind; place: string | null }
  >({
    text: `select receiver.id::text, receiver.name, receiver.kind, ${placeOf(schema)} as place, may_read as read, may_update as update,
        may_delete as delete, may_share as share, expires_on, reason, granted_by_id::text as by_id, giver.name as by,
        shared.created_on as on, coalesce(expires_on <= now(), false) as over,
        case receiver.kind when 'member' then array(
          select distinct held.action from ${table('_role_member')} holder
          join ${table('_role')} role on role.id = holder.role_id
          join lateral (
            select action from ${table('_privilege')} each where each.role_id = role.id and each.entity_id = $1 and each.scope <> 'none'
            union all select unnest(array['read', 'update', 'delete']) where role.administrator
          ) held on true
          where holder.principal_id = receiver.id or holder.principal_id in (
            select belongs.team_id from ${table('_team_member')} belongs join ${table('_team')} team on team.id = belongs.team_id
            where team.kind = 'owner' and belongs.member_id = receiver.id)
        ) end as scopes
      from ${table('_share')} shared
      join ${table('_principal')} receiver on receiver.id = shared.principal_id
      left join ${table('_principal')} giver on giver.id = shared.granted_by_id
      where shared.entity_id = $1 and shared.record_id = $2
      order by shared.created_on, receiver.id`,
    values: [entity.id, recordId],
  })
  return rows.map(({ id, name, kind, place, ...share }) => ({ ...share, principal: { id, name, kind, place } }))
}

type Owned = { readonly owner: string; readonly unit: string }
/** Finds whose a record is; undefined where there is none. */
export type FindOwned = (executor: Executor, place: Place, recordId: string) => Promise<Owned | undefined>

export const findOwned: FindOwned = async (executor, place, recordId) => {
  const [row] = await executor.query<Owned>({ text: ownedText(place), values: [recordId] })
  return row
}

/** The same, locked against concurrent shares and changes of the record. */
export const lockOwned: FindOwned = async (executor, place, recordId) => {
  const [row] = await executor.query<Owned>({ text: `${ownedText(place)} for no key update`, values: [recordId] })
  return row
}

/** The shares of a record that count now, as input for the rules. */
export function inForce({ owner, unit }: Owned, shares: readonly KeptShare[]): SharedRecord {
  const held = shares
    .filter(({ over }) => !over)
    .map(({ principal, read, update, delete: remove, share, expires_on }): ShareHeld => ({
      principalId: principal.id,
      may: { read, update, delete: remove },
      mayShare: share,
      until: expires_on,
    }))
  return { ownerId: owner, unitId: unit, shares: held }
}

/** The stored values of a given or changed share. */
export type ShareRow = SharedRights & {
  readonly principalId: string
  readonly byId: string
  readonly expiresOn: Date | null
  readonly reason: string | null
  readonly at: Date
}

/** Writes a share; one with the same receiver is replaced. */
export async function putShare(executor: Executor, place: Place, recordId: string, row: ShareRow): Promise<void> {
  const { principalId, read, update, delete: remove, share, byId, expiresOn, reason, at } = row
  await executor.execute({
    text: `insert into ${qualified(place.schema, '_share')} (entity_id, record_id, principal_id, may_read, may_update, may_delete,
        may_share, granted_by_id, expires_on, reason, created_on)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (entity_id, record_id, principal_id) do update set may_read = excluded.may_read, may_update = excluded.may_update,
        may_delete = excluded.may_delete, may_share = excluded.may_share, granted_by_id = excluded.granted_by_id,
        expires_on = excluded.expires_on, reason = excluded.reason, created_on = excluded.created_on`,
    values: [place.entity.id, recordId, principalId, read, update, remove, share, byId, expiresOn, reason, at],
  })
}

export async function removeShare(
  executor: Executor,
  place: Place,
  recordId: string,
  principalId: string,
): Promise<void> {
  await executor.execute({
    text: `delete from ${qualified(place.schema, '_share')} where entity_id = $1 and record_id = $2 and principal_id = $3`,
    values: [place.entity.id, recordId, principalId],
  })
}

/** Possible receivers: active members, teams of both kinds and units; by a part of the name, or by id. */
export async function findReceivers(
  executor: Executor,
  schema: string,
  by: { readonly search: string } | { readonly id: string },
): Promise<Receiver[]> {
  const [condition, value] =
    'id' in by ? ['receiver.id = $1', by.id] : [`strpos(lower(receiver.name), lower($1)) > 0`, by.search]
  return executor.query<Receiver>({
    text: `select receiver.id::text, receiver.name, receiver.kind, ${placeOf(schema)} as place
      from ${qualified(schema, '_principal')} receiver
      left join ${qualified(schema, '_member')} member on member.id = receiver.id
      left join ${qualified(schema, '_team')} team on team.id = receiver.id
      left join ${qualified(schema, '_unit')} unit on unit.id = receiver.id
      where ${condition} and (member.status = 'active' or team.id is not null or unit.id is not null)
      order by lower(receiver.name), receiver.id limit ${mostReceivers}`,
    values: [value],
  })
}

function placeOf(schema: string): string {
  const unit = qualified(schema, '_unit')
  return `(select place.name from ${unit} place where place.id = case receiver.kind
    when 'unit' then (select parent_id from ${unit} own where own.id = receiver.id) else receiver.unit_id end)`
}

function ownedText({ schema, entity }: Place): string {
  return `select owner_id::text as owner, owning_unit_id::text as unit from ${qualified(schema, entity.uri)} where id = $1`
}
