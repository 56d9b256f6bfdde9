import { fullName } from '#accounts/fullName.ts'
import { forgive, throttle, uncount, type UserContext } from '#accounts/server/accounts.ts'
import { loadMember } from '#environments/server/environments.ts'
import { fault, Fault } from '#faults/fault.ts'
import type { Model } from '#entities/model.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { InviteAccepted, InviteLook } from '#security/invite.ts'
import { copyToRegistry, raiseAccessVersion } from '#security/server/admin/accessChange.ts'
import { noteEvent } from '#security/server/admin/events.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { codeFrom, codeTryByPerson, codeTryByPlace, hashOfCode } from '#security/server/members/inviteCode.ts'
import { refuseInviting, type InviteTarget } from '#security/server/members/invites.ts'
import { findInvite, type OpenInvite } from '#security/server/members/invites.store.ts'
import { defaultRoleOf } from '#security/server/roles/roles.store.ts'

/**
 * The target of a code, for the page that asks whether to accept. Wrong, revoked, expired and used codes answer alike;
 * so does a code for another address than the signed-in person's.
 */
export async function readInvite(context: Context, place: string, typed: string): Promise<InviteLook> {
  const { database } = context
  await throttle(database, codeTryByPlace, place)
  const invite = await inviteOf(database, typed)
  if (!invite || invite.used >= invite.uses) throw fault('invite.unknown')
  await uncount(database, codeTryByPlace, place)
  const { environment: name, icon, color, schema } = invite
  const [names] = await database.query<{ by: string | null; role: string | null }>({
    text: `select (select name from ${qualified(schema, '_principal')} where id = $1) as by,
      (select name from ${qualified(schema, '_role')} where id = $2) as role`,
    values: [invite.by_id, invite.role_id],
  })
  return {
    environment: { name, icon, color },
    by: names?.by ?? '',
    role: names?.role ?? '',
    bound: invite.email !== null,
    expires_on: invite.expires_on.toISOString(),
  }
}

/**
 * Makes the person a member of the invite's environment. A present member is led to the environment and nothing
 * changes; a disabled member stays outside. Every mismatch answers `invite.unknown`.
 */
export async function acceptInvite(
  deps: AdminDeps,
  context: UserContext,
  place: string,
  typed: string,
): Promise<InviteAccepted> {
  const { database, session } = context
  await throttle(database, codeTryByPlace, place)
  await throttle(database, codeTryByPerson, session.user.id)
  const invite = await inviteOf(database, typed)
  if (!invite || !(await isMeantFor(database, invite, session.user.id))) throw fault('invite.unknown')
  const model = await deps.models.fresh({ id: invite.environment_id, schema: invite.schema })
  const joined = await database.transaction((transaction) => join(context, transaction, model, invite))
  deps.memberships.forget(invite.environment_id)
  await uncount(database, codeTryByPlace, place)
  await forgive(database, codeTryByPerson, session.user.id)
  return { id: invite.environment_id, name: invite.environment, uri: invite.uri, joined }
}

async function inviteOf(executor: Executor, typed: string): Promise<OpenInvite | undefined> {
  const code = codeFrom(typed)
  return code === null ? undefined : findInvite(executor, hashOfCode(code))
}

/** A bound invite requires that the person has verified the address. */
async function isMeantFor(executor: Executor, { email }: OpenInvite, userId: string): Promise<boolean> {
  if (email === null) return true
  const own = await executor.query({
    text: `select from lintel."user" where id = $1 and email = $2 and email_verified_on is not null`,
    values: [userId, email],
  })
  return own.length > 0
}

/** Answers whether the person has come in by this. */
async function join(
  context: UserContext,
  transaction: Transaction,
  model: Model,
  { id, environment_id, schema, by_id }: OpenInvite,
): Promise<boolean> {
  const { user } = context.session
  const table = (name: string) => qualified(schema, name)
  // Locks out other changes of rights; the following reads happen under the lock.
  await raiseAccessVersion(transaction, schema)
  const [known] = await transaction.query<{ status: string }>({
    text: `select status from ${table('_member')} where id = $1`,
    values: [user.id],
  })
  if (known?.status === 'active') return false
  const [invite] = await transaction.query<{ role_id: string | null; unit_id: string; team_id: string | null }>({
    text: `update lintel.invite set used = used + 1
      where id = $1 and revoked_on is null and expires_on > now() and used < uses
      returning role_id, unit_id, team_id`,
    values: [id],
  })
  if (known || !invite) throw fault('invite.unknown')
  const place = await placeOf(transaction, schema, invite)
  await refuseOutgrown(transaction, schema, model, by_id, place)
  const name = fullName(user)
  await transaction.execute({
    text: `insert into ${table('_principal')} (id, kind, name, unit_id) values ($1, 'member', $2, $3)
      on conflict (id) do update set name = excluded.name, unit_id = excluded.unit_id`,
    values: [user.id, name, place.unit],
  })
  await transaction.execute({
    text: `insert into ${table('_member')} (id, firstname, lastname, status, default_role_id, joined_on)
      values ($1, $2, $3, 'active', $4, $5)`,
    values: [user.id, user.firstname, user.lastname, place.role, context.now()],
  })
  if (place.role !== null)
    await transaction.execute({
      text: `insert into ${table('_role_member')} (role_id, principal_id) values ($1, $2)`,
      values: [place.role, user.id],
    })
  if (place.team !== null)
    await transaction.execute({
      text: `insert into ${table('_team_member')} (team_id, member_id) values ($1, $2)`,
      values: [place.team, user.id],
    })
  await transaction.execute({
    text: `insert into lintel.environment_member (environment_id, user_id, status, role, administrator)
      values ($1, $2, 'active', '', false)`,
    values: [environment_id, user.id],
  })
  await copyToRegistry(transaction, { id: environment_id, schema })
  await noteJoining(context, transaction, schema, { name, byId: by_id, place })
  return true
}

/** Role and team as they are by now: a role that is gone is the default one, a team that is gone is none. */
async function placeOf(
  transaction: Transaction,
  schema: string,
  invite: { readonly role_id: string | null; readonly unit_id: string; readonly team_id: string | null },
): Promise<InviteTarget> {
  const [there] = await transaction.query<{ role: string | null; team: string | null }>({
    text: `select (select id from ${qualified(schema, '_role')} where id = $1) as role,
      (select id from ${qualified(schema, '_team')} where id = $2) as team`,
    values: [invite.role_id, invite.team_id],
  })
  const role = there?.role ?? (await defaultRoleOf(transaction, schema)) ?? null
  return { role, unit: invite.unit_id, team: there?.team ?? null }
}

/** An invite is limited by the inviter's present rights: an inviter who left or lost rights lets nobody in. */
async function refuseOutgrown(
  transaction: Transaction,
  schema: string,
  model: Model,
  inviterId: string,
  place: InviteTarget,
): Promise<void> {
  const holder = await loadMember(transaction, schema, inviterId)
  if (!holder?.heldRights.activities.has('manage-users')) throw fault('invite.unknown')
  try {
    await refuseInviting({ transaction, schema, holder }, model, place)
  } catch (error) {
    throw error instanceof Fault ? fault('invite.unknown') : error
  }
}

async function noteJoining(
  context: UserContext,
  transaction: Transaction,
  schema: string,
  { name, byId, place }: { readonly name: string; readonly byId: string; readonly place: InviteTarget },
): Promise<void> {
  const { id } = context.session.user
  const [names] = await transaction.query<Record<string, string | null>>({
    text: `select (select name from ${qualified(schema, '_principal')} where id = $1) as invited_by,
      (select name from ${qualified(schema, '_role')} where id = $2) as role,
      (select name from ${qualified(schema, '_unit')} where id = $3) as unit,
      (select name from ${qualified(schema, '_team')} where id = $4) as team`,
    values: [byId, place.role, place.unit, place.team],
  })
  const actor = { ...context, member: { id }, cause: { kind: 'request', id: context.requestId } as const }
  await noteEvent(actor, transaction, schema, {
    kind: 'memberJoined',
    subject: { id, name },
    before: null,
    after: { ...names },
  })
}
