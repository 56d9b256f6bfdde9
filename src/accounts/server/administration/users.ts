import {
  usersPerPage,
  type Colleague,
  type User,
  type UserChange,
  type UserList,
  type UserListWish,
  type UserPlace,
} from '#accounts/user.ts'
import { statusAfter, type UserStatus } from '#accounts/status.ts'
import type { AccessKind } from '#accounts/accessKind.ts'
import { fullName } from '#accounts/fullName.ts'
import { noteAccess, noteHourly } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { endAllAccess, endAllSessions, forgetFactors } from '#accounts/server/sessions/endAll.ts'
import { factorsGoneMail, post } from '#accounts/server/mail/mailTemplates.ts'
import { sendReset } from '#accounts/server/passwords/newPassword.ts'
import { fault } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'

type Row = Omit<User, 'created_on' | 'last_seen_on'> & { created_on: Date; last_seen_on: Date | null }

const colleague = `person.id, firstname, lastname, (select version from lintel.picture where user_id = person.id) as picture`
const full = `${colleague}, email, mobilephone, country, locale, status, email_verified_on is not null as email_verified,
  mobile_verified_on is not null as mobile_verified, platform_administrator, created_on,
  (select max(last_seen_on) from lintel.session where user_id = person.id) as last_seen_on,
  (select count(*)::int from lintel.session where user_id = person.id and revoked_on is null and ends_on > now()) as sessions,
  (select count(*)::int from lintel.api_key where user_id = person.id and revoked_on is null
    and (expires_on is null or expires_on > now())) as keys`

/**
 * People, the newest first: all of them for administrators of the installation, and for others those with whom they share
 * an environment, by name and picture only.
 */
export async function listUsers(context: UserContext, deps: AccountDeps, wish: UserListWish): Promise<UserList> {
  const all = context.session.user.platformAdministrator
  const reach = all ? null : await deps.colleagues(context.session.user.id)
  const rows = await context.database.query<Row>({
    text: `select ${all ? full : colleague} from lintel."user" person
      where ($1::uuid[] is null or id = any($1)) and ($2::uuid is null or id < $2)
        and ($3 = '' or strpos(lower(firstname || ' ' || lastname), $3) > 0 ${all ? 'or strpos(email, $3) > 0' : ''})
      order by id desc limit $4`,
    values: [reach, wish.after ?? null, (wish.search ?? '').toLowerCase(), usersPerPage + 1],
  })
  const value = rows.slice(0, usersPerPage).map((row) => (all ? shown(row) : row))
  if (all) await noteHourly(context, context.database, { kind: 'usersRead', byId: context.session.user.id })
  return { value, more: rows.length > usersPerPage }
}

/** One person; `user.unknown` for a caller who may not know of the person. */
export async function readUser(context: UserContext, deps: AccountDeps, id: string): Promise<User | Colleague> {
  const { user } = context.session
  if (!user.platformAdministrator && id !== user.id && !(await deps.colleagues(user.id)).includes(id)) {
    throw fault('user.unknown')
  }
  const [row] = await context.database.query<Row>({
    text: `select ${user.platformAdministrator ? full : colleague} from lintel."user" person where id = $1`,
    values: [id],
  })
  if (!row) throw fault('user.unknown')
  return user.platformAdministrator ? shown(row) : row
}

/** The same for the person's page: the log notes that an administrator read the person's contact data. */
export async function lookAtUser(context: UserContext, deps: AccountDeps, id: string): Promise<User | Colleague> {
  const found = await readUser(context, deps, id)
  const { user } = context.session
  if (user.platformAdministrator && id !== user.id) {
    const subject = { id, name: fullName(found) }
    await noteHourly(context, context.database, { kind: 'personRead', byId: user.id, subject })
  }
  return found
}

/** Refuses callers who do not administer the installation, as if the page did not exist. */
export function requirePlatformAdministrator({ session }: UserContext): void {
  if (!session.user.platformAdministrator) throw fault('user.unknown')
}

/** The environments of a person, for administrators of the installation. */
export async function placesOfUser(context: UserContext, deps: AccountDeps, id: string): Promise<readonly UserPlace[]> {
  requirePlatformAdministrator(context)
  return deps.placesOf(id)
}

/**
 * Disables or enables a person, and grants or revokes administration of the installation. A disabled person loses every
 * session and key at once. The last administrator of the installation stays one: `user.lastAdministrator`.
 */
export async function changeUser(
  context: UserContext,
  deps: AccountDeps,
  id: string,
  change: UserChange,
): Promise<User | Colleague> {
  requirePlatformAdministrator(context)
  await context.database.transaction(async (transaction) => {
    if (change.disabled ?? change.platform_administrator === false) await keepAnAdministrator(transaction, id)
    const [before] = await transaction.query<Changed>({
      text: `select status, former_status as former, platform_administrator as administrator,
          firstname || ' ' || lastname as name
        from lintel."user" where id = $1 for update`,
      values: [id],
    })
    if (!before) throw fault('user.unknown')
    if (change.disabled !== undefined) await setDisabled(transaction, id, before, change.disabled)
    if (change.platform_administrator !== undefined) {
      await transaction.execute({
        text: 'update lintel."user" set platform_administrator = $2, updated_on = now() where id = $1',
        values: [id, change.platform_administrator],
      })
    }
    const { disabled = before.status === 'inactive', platform_administrator: administrator = before.administrator } =
      change
    await noteAccess(context, transaction, {
      kind: 'userChanged',
      byId: context.session.user.id,
      subject: { id, name: before.name },
      before: { disabled: before.status === 'inactive', platform_administrator: before.administrator },
      after: { disabled, platform_administrator: administrator },
    })
  })
  deps.sessions.forget(id)
  return readUser(context, deps, id)
}

type Changed = { status: UserStatus; former: UserStatus | null; administrator: boolean; name: string }

async function setDisabled(
  transaction: Transaction,
  id: string,
  { status, former }: { status: UserStatus; former: UserStatus | null },
  disabled: boolean,
): Promise<void> {
  if (disabled) return disable(transaction, id, status)
  await transaction.execute({
    text: `update lintel."user" set status = $2, former_status = null, status_changed_on = now(), updated_on = now()
      where id = $1`,
    values: [id, statusAfter(status, 'enabled', former)],
  })
}

/** Makes an account inactive: its status is stored for a later enabling, its sessions and keys end. */
export async function disable(transaction: Transaction, id: string, status: UserStatus): Promise<void> {
  if (status === 'inactive') return
  await transaction.execute({
    text: `update lintel."user" set status = $2, former_status = $3, status_changed_on = now(), updated_on = now()
      where id = $1`,
    values: [id, statusAfter(status, 'disabled'), status],
  })
  await endAllAccess(transaction, id)
}

/** Refuses to take the only administrator away. The installation's row is the lock: of two at once, one sees the other. */
export async function keepAnAdministrator(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({ text: 'select 1 from lintel.installation for update' })
  const [others] = await transaction.query<{ needed: boolean }>({
    text: `select coalesce(bool_or(id = $1), false) and not coalesce(bool_or(id <> $1 and status <> 'inactive'), false) as needed
      from lintel."user" where platform_administrator`,
    values: [id],
  })
  if (others?.needed) throw fault('user.lastAdministrator')
}

/** Ends every session of a person. */
export async function endSessionsOf(context: UserContext, deps: AccountDeps, id: string): Promise<void> {
  requirePlatformAdministrator(context)
  await context.database.transaction(async (transaction) => {
    await endAllSessions(transaction, id)
    await noteOf(context, transaction, 'sessionsEnded', id)
  })
  deps.sessions.forget(id)
}

/** Logs an administrator's action on a person in the installation's log; nothing is logged for an unknown person. */
async function noteOf(context: UserContext, transaction: Transaction, kind: AccessKind, id: string): Promise<void> {
  const [person] = await transaction.query<{ name: string }>({
    text: `select firstname || ' ' || lastname as name from lintel."user" where id = $1`,
    values: [id],
  })
  if (person) {
    await noteAccess(context, transaction, { kind, byId: context.session.user.id, subject: { id, name: person.name } })
  }
}

/**
 * Removes a person's second factor and passkeys after their loss; every session ends, and the person is notified. The
 * password is unchanged: the reset alone signs nobody in.
 */
export async function resetFactorsOf(context: UserContext, deps: AccountDeps, id: string): Promise<void> {
  requirePlatformAdministrator(context)
  const person = await readUser(context, deps, id)
  if (!('email' in person)) return
  await context.database.transaction(async (transaction) => {
    await forgetFactors(transaction, id)
    await endAllSessions(transaction, id)
    await noteOf(context, transaction, 'factorsReset', id)
  })
  deps.sessions.forget(id)
  post(deps.mailer, context.log, factorsGoneMail(person))
}

/** Mails a person a link to a new password. */
export async function resetUser(context: UserContext, deps: AccountDeps, id: string): Promise<void> {
  requirePlatformAdministrator(context)
  const person = await readUser(context, deps, id)
  if (!('email' in person)) return
  await sendReset(context, deps, person.email, (transaction) => noteOf(context, transaction, 'passwordReset', id))
}

function shown({ created_on, last_seen_on, ...row }: Row): User {
  return { ...row, created_on: created_on.toISOString(), last_seen_on: last_seen_on?.toISOString() ?? null }
}
