import type { SignUp } from '#accounts/account.ts'
import { hashOf } from '#accounts/server/secrets.ts'
import type { Locale } from '#language/locale.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'

/**
 * A sign-up that waits for its code. Several may wait for one address. Each has its own password, code and ticket, so
 * that a stranger's sign-up with my address can neither replace my password nor be confirmed by the code that is mailed
 * to me. A `decoy` stands for an address that has an account already: no code belongs to a decoy, and its creator
 * cannot tell it from other sign-ups.
 */
export type SignUpDraft = {
  readonly id: string
  readonly userId: string
  readonly firstname: string
  readonly locale: Locale
  readonly mobilephone: string | null
  readonly decoy: boolean
}

type Stored = SignUpDraft & { readonly passwordHash: string }

const drafts = `select draft.id, draft.user_id as "userId", draft.firstname, draft.locale,
    draft.mobilephone, draft.decoy, draft.password_hash as "passwordHash"
  from lintel.sign_up draft join lintel."user" person on person.id = draft.user_id and person.email = $1`

/** Stores a sign-up until its code arrives. */
export async function storeSignUpDraft(
  context: Context,
  transaction: Transaction,
  userId: string,
  draft: SignUp,
  { ticket, passwordHash, decoy }: { readonly ticket: string; readonly passwordHash: string; readonly decoy: boolean },
): Promise<SignUpDraft> {
  const { firstname, lastname, mobilephone, country } = draft
  const id = context.newId()
  await transaction.execute({
    text: `insert into lintel.sign_up
        (id, user_id, ticket, firstname, lastname, mobilephone, country, password_hash, locale, decoy, created_on)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())`,
    values: [
      id,
      userId,
      hashOf('ticket', ticket),
      firstname,
      lastname,
      mobilephone,
      country,
      passwordHash,
      context.locale,
      decoy,
    ],
  })
  return { id, userId, firstname, locale: context.locale, mobilephone, decoy }
}

/** The sign-up for an address that answered with this ticket, be it a decoy. */
export async function signUpByTicket(
  executor: Executor,
  email: string,
  ticket: string,
): Promise<SignUpDraft | undefined> {
  const [draft] = await executor.query<Stored>({
    text: `${drafts} where draft.ticket = $2`,
    values: [email, hashOf('ticket', ticket)],
  })
  return draft
}

/** The latest sign-up for an address that a code can confirm. */
export async function latestDraft(executor: Executor, email: string): Promise<Stored | undefined> {
  const [draft] = await executor.query<Stored>({
    text: `${drafts} where not decoy order by draft.created_on desc limit 1`,
    values: [email],
  })
  return draft
}

/** The same, including decoys: the sign-up known to the person who signed up last. */
export async function latestSignUp(executor: Executor, email: string): Promise<Stored | undefined> {
  const [draft] = await executor.query<Stored>({
    text: `${drafts} order by draft.created_on desc limit 1`,
    values: [email],
  })
  return draft
}

/** Applies a confirmed sign-up to the account; other sign-ups for the same address become void. */
export async function takeDraft(transaction: Transaction, draftId: string): Promise<void> {
  await transaction.execute({
    text: `update lintel."user" person set updated_on = now(),
        firstname = draft.firstname, lastname = draft.lastname, mobilephone = draft.mobilephone, country = draft.country,
        password_hash = draft.password_hash, locale = draft.locale, terms_agreed_on = draft.created_on
      from lintel.sign_up draft where draft.id = $1 and person.id = draft.user_id`,
    values: [draftId],
  })
  await transaction.execute({
    text: 'delete from lintel.sign_up where user_id = (select user_id from lintel.sign_up where id = $1)',
    values: [draftId],
  })
}
