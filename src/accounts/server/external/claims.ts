import { stepSeconds, type Claim, type ExternalSignUp, type ProviderId } from '#accounts/identity.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import { factorByPlace } from '#accounts/server/factors/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { post } from '#accounts/server/mail/mailTemplates.ts'
import { newMailedCode, type MailedCode } from '#accounts/server/profile/mailedCode.ts'
import { codeMail } from '#accounts/server/mail/notices.ts'
import { attempt, beginPendingStep, renew } from '#accounts/server/signIn/pendingStep.ts'
import { claimMails, mailByPlace } from '#accounts/server/signIn/policies.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { throttle } from '#accounts/server/signIn/throttle.ts'
import { fault } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

/** Someone whom a provider vouches for and no account here knows by it. */
export type ClaimBody = {
  readonly provider: ProviderId
  readonly subject: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  /** Whether the address is theirs beyond doubt: by the provider's word or by a code of ours. */
  readonly proven: boolean
  readonly code?: MailedCode
}

export function beginClaim({ database }: Context, body: ClaimBody): Promise<string> {
  return beginPendingStep(database, 'claim', { userId: null, body }, stepSeconds.claim)
}

/**
 * The claim of a ticket; each reading counts as a try. Throws when it is over: such a try counts for its place, so that who
 * holds a ticket is held up by nobody.
 */
export async function readClaim({ database }: Context, { place }: RequestOrigin, ticket: string): Promise<ClaimBody> {
  const step = await attempt<ClaimBody>(database, 'claim', ticket)
  if (step) return step.body
  await throttle(database, factorByPlace, place)
  throw fault('identity.stepExpired')
}

/** What the browser is told of a claim: nothing of the account that may have the address before the address is proved. */
export async function claimAnswer(
  { database }: Context,
  deps: IdentityDeps,
  ticket: string,
  claim: ClaimBody,
): Promise<Claim> {
  const { email, firstname, lastname, provider } = claim
  const taken = claim.proven && (await ownerOf(database, email)) !== undefined
  return {
    ticket,
    step: claim.proven ? (taken ? 'link' : 'signup') : 'prove',
    provider: deps.providers.find(({ id }) => id === provider)?.name ?? provider,
    email,
    firstname,
    lastname,
  }
}

/** Mails a code to the address of a claim, unless the last one is less than 60 s old. */
export async function mailClaimCode(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  ticket: string,
  claim: ClaimBody,
): Promise<void> {
  const fresh = newMailedCode(ticket, claim.code, context.now())
  if (!fresh) return
  await throttle(context.database, mailByPlace, caller.place)
  await throttle(context.database, claimMails, claim.email)
  await renew(context.database, 'claim', ticket, { ...claim, code: fresh.kept })
  post(deps.mailer, context.log, codeMail({ email: claim.email, locale: context.locale }, fresh.code))
}

type Owner = { readonly id: string; readonly passwordHash: string | null }

/** The account of an address that somebody has once proved to be theirs. */
export async function ownerOf(executor: Executor, email: string): Promise<Owner | undefined> {
  const [owner] = await executor.query<Owner>({
    text: `select id, password_hash as "passwordHash" from lintel."user"
      where email = $1 and (status <> 'created' or password_hash is not null)`,
    values: [email],
  })
  return owner
}

/**
 * The account of a claim's address: a new one, or the one that sign-ups wait for which nobody has confirmed; those are void
 * then, so that whoever typed my address with a password of theirs gains nothing. Undefined when the address is taken.
 */
export async function makeAccount(
  context: Context,
  transaction: Transaction,
  { email }: ClaimBody,
  { firstname, lastname }: Pick<ExternalSignUp, 'firstname' | 'lastname'>,
): Promise<string | undefined> {
  const [made] = await transaction.query<{ id: string }>({
    text: `insert into lintel."user" as person (id, firstname, lastname, email, status, locale, email_verified_on,
        terms_agreed_on, created_on, updated_on)
      values ($1, $2, $3, $4, 'active by email', $5, now(), now(), now(), now())
      on conflict (email) do update set firstname = excluded.firstname, lastname = excluded.lastname,
        mobilephone = null, country = null, status = excluded.status, email_verified_on = now(), terms_agreed_on = now(),
        locale = excluded.locale, updated_on = now()
        where person.status = 'created' and person.password_hash is null
      returning id`,
    values: [context.newId(), firstname, lastname, email, context.locale],
  })
  if (!made) return undefined
  await noteAccess(context, transaction, { kind: 'accountMade', byId: made.id, after: { email } })
  await transaction.execute({ text: 'delete from lintel.sign_up where user_id = $1', values: [made.id] })
  await transaction.execute({
    text: `delete from lintel.identity where user_id = $1 and provider = 'local'`,
    values: [made.id],
  })
  return made.id
}

/** From now on the provider's word opens this account. */
export async function joinIdentity(
  context: Context,
  transaction: Transaction,
  userId: string,
  { provider, subject, email }: Pick<ClaimBody, 'provider' | 'subject'> & { readonly email: string | null },
): Promise<void> {
  const joined = await transaction
    .execute({
      text: `insert into lintel.identity as kept (id, user_id, provider, subject, label, created_on)
        values ($1, $2, $3, $4, $5, now())
        on conflict (provider, subject) do update set label = excluded.label where kept.user_id = excluded.user_id`,
      values: [context.newId(), userId, provider, subject, email],
    })
    .catch((error: unknown) => {
      // The account was closed in between.
      if (violationOf(error)?.kind === 'foreignKey') throw fault('identity.stepExpired')
      throw error
    })
  if (joined === 0) throw fault('identity.taken')
  const after = { provider, label: email }
  await noteAccess(context, transaction, { kind: 'providerConnected', byId: userId, after })
}
