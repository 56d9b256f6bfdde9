import { randomInt } from 'node:crypto'
import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { InviteDraft, InviteRecord, NewInvite } from '#security/invite.ts'
import { inviteCodeLength, inviteDays, inviteUses } from '#security/invite.ts'
import type { SecurityFacts } from '#security/securityEvent.ts'
import { changeAccess, type AccessChange } from '#security/server/admin/accessChange.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { noteSecurityReading } from '#security/server/admin/events.ts'
import { grantOf, refuseExcess, refuseForeignUnit } from '#security/server/roles/grants.ts'
import { inviteAddress, inviteMail, localeOfAddress } from '#security/server/members/inviteMail.ts'
import { hashOfCode, inviteByPerson, inviteToAddress } from '#security/server/members/inviteCode.ts'
import { listInvites } from '#security/server/members/invites.store.ts'
import { defaultRoleOf } from '#security/server/roles/roles.store.ts'
import { refuseNewMembers, requireRoles } from '#security/server/teams/teamRules.ts'
import { listTeams } from '#security/server/teams/teams.store.ts'
import { listUnits } from '#security/server/teams/units.store.ts'
import { unitIn } from '#security/server/teams/units.ts'
import { throttle } from '#accounts/server/accounts.ts'
import type { Member } from '#environments/environment.ts'
import type { Transaction } from '#platform/server/database/database.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The invites of an environment. The reading of addresses of people who are no members yet is logged. */
export async function readInvites(context: MemberContext): Promise<InviteRecord[]> {
  const invites = await listInvites(context.database, context.environment)
  if (invites.some(({ email }) => email !== null)) await noteSecurityReading(context, 'invitesRead')
  return invites
}

/**
 * Creates an invite and returns its code once; with an address the code is mailed too. The given rights are checked
 * now, with or without a mail, and again at acceptance.
 */
export async function createInvite(deps: AdminDeps, context: MemberContext, draft: InviteDraft): Promise<NewInvite> {
  await throttle(context.database, inviteByPerson, context.member.id)
  if (draft.email) await throttle(context.database, inviteToAddress, draft.email)
  const model = await deps.models.fresh(context.environment)
  const [id, code] = [context.newId(), newInviteCode()]
  const { environment } = context
  const made = await changeAccess(deps, context, 'manage-users', async (change) => {
    const { transaction, schema, holder } = change
    const role = draft.role_id ?? (await defaultRoleOf(transaction, schema)) ?? null
    const place = { role, unit: draft.unit_id ?? holder.unitId, team: draft.team_id ?? null }
    if (role !== null) await requireRoles(change, [role])
    unitIn(await listUnits(transaction, schema), place.unit)
    if (place.team !== null && (await listTeams(transaction, schema, place.team)).length === 0)
      throw fault('team.unknown')
    await refuseInviting(change, model, place)
    await transaction.execute({
      text: `insert into lintel.invite (id, environment_id, hash, email, role_id, unit_id, team_id, uses, expires_on,
          created_by, created_on)
        values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9::int * interval '1 day', $10, now())`,
      values: [
        id,
        environment.id,
        hashOfCode(code),
        draft.email ?? null,
        place.role,
        place.unit,
        place.team,
        draft.uses ?? inviteUses.usual,
        draft.days ?? inviteDays.usual,
        holder.id,
      ],
    })
    const invite = await inviteIn(change, environment.id, id)
    await change.note({ kind: 'inviteCreated', subject: subjectOf(invite), before: null, after: factsOf(invite) })
    return invite
  })
  const address = inviteAddress(deps.webAddress(), code)
  if (made.email !== null) await sendMail(deps, context, made.email, { code, address, expires: made.expires_on })
  return { ...made, code, address }
}

/** Makes an invite void. */
export async function revokeInvite(deps: AdminDeps, context: MemberContext, id: string): Promise<void> {
  await changeAccess(deps, context, 'manage-users', async (change) => {
    const invite = await inviteIn(change, context.environment.id, id)
    const revoked = await change.transaction.execute({
      text: `update lintel.invite set revoked_on = now() where id = $1 and environment_id = $2 and revoked_on is null`,
      values: [id, context.environment.id],
    })
    if (revoked > 0)
      await change.note({ kind: 'inviteRevoked', subject: subjectOf(invite), before: factsOf(invite), after: null })
  })
}

/** The role, unit and team of a person who accepts the invite. */
export type InviteTarget = { readonly role: string | null; readonly unit: string; readonly team: string | null }

/**
 * An invite gives no more than the inviter's rights: role and team in that unit. Checked at creation and at acceptance,
 * each time against the inviter's present rights.
 */
export async function refuseInviting(
  change: Pick<AccessChange, 'transaction' | 'schema' | 'holder'>,
  model: Model,
  { role, unit, team }: InviteTarget,
): Promise<void> {
  const { transaction, schema, holder } = change
  if (holder.administrator) return
  refuseForeignUnit(holder, unit)
  const roles = role === null ? [] : [role]
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, roles), units: [unit] })
  if (team === null) return
  const [joined] = await listTeams(transaction, schema, team)
  if (!joined) return
  const teamRoles = joined.roles.map(({ id }) => id)
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, teamRoles), units: [unit] })
  // The future member is not in the team yet, so the rules for new members apply.
  if (!isOwnTeam(holder, team)) await refuseNewMembers(change, model, { ...joined, members: [] })
}

function isOwnTeam({ heldRights }: Member, team: string): boolean {
  return heldRights.principals.includes(team)
}

async function inviteIn(
  { transaction, schema }: { readonly transaction: Transaction; readonly schema: string },
  environmentId: string,
  id: string,
): Promise<InviteRecord> {
  const [invite] = await listInvites(transaction, { id: environmentId, schema }, id)
  if (!invite) throw fault('invite.unknown')
  return invite
}

/**
 * In the language of the account with that address, else in the inviter's language. The request does not wait for the
 * mail server.
 */
async function sendMail(
  deps: AdminDeps,
  context: MemberContext,
  to: string,
  { code, address, expires }: { readonly code: string; readonly address: string; readonly expires: string },
): Promise<void> {
  const { firstname, lastname } = context.session.user
  const locale = (await localeOfAddress(context.database, to)) ?? context.locale
  const inviter = [firstname, lastname].filter(Boolean).join(' ')
  const mail = inviteMail(to, locale, { inviter, environment: context.environment.name, code, address, expires })
  deps.mailer.send(mail).catch((error: unknown) => context.log.error({ err: error }, 'an invite could not be sent'))
}

/** 36 letters and digits: 214 bits of randomness. */
function newInviteCode(): string {
  return Array.from({ length: inviteCodeLength }, () => letters[randomInt(letters.length)]).join('')
}

function subjectOf({ id, email }: InviteRecord): { id: string; name: string } {
  return { id, name: email ?? '' }
}

function factsOf({ email, role, unit, team, uses, expires_on }: InviteRecord): SecurityFacts {
  return {
    email,
    role: role?.name ?? null,
    unit: unit?.name ?? null,
    team: team?.name ?? null,
    uses,
    expires: expires_on,
  }
}
