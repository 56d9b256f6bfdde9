import { hashOf, newSecret } from '#accounts/server/secrets.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** What a pending step waits for: the answer of a provider, a second factor, a passkey, consent. */
export type PendingPurpose = 'external' | 'claim' | 'second' | 'passkey' | 'confirm'

export type PendingStep<Body> = { readonly userId: string | null; readonly body: Body }

/** How often one ticket may come with a wrong answer. */
const mostTries = 5

/** Starts a step, which the holder of the ticket may continue within `seconds`. Only a hash of the ticket is stored. */
export async function beginPendingStep(
  executor: Executor,
  purpose: PendingPurpose,
  step: PendingStep<object>,
  seconds: number,
): Promise<string> {
  const ticket = newSecret()
  await executor.execute({
    text: `insert into lintel.pending (hash, purpose, user_id, body, expires_on)
      values ($1, $2, $3, $4, now() + $5::float8 * interval '1 second')`,
    values: [hashOf(purpose, ticket), purpose, step.userId, JSON.stringify(step.body), seconds],
  })
  return ticket
}

/** Ends a step: of two requests with its ticket one succeeds. Null when the step is over. */
export async function takePendingStep<Body>(
  executor: Executor,
  purpose: PendingPurpose,
  ticket: string,
): Promise<PendingStep<Body> | null> {
  const [step] = await executor.query<PendingStep<Body>>({
    text: `delete from lintel.pending where hash = $1 and expires_on > now() returning user_id as "userId", body`,
    values: [hashOf(purpose, ticket)],
  })
  return step ?? null
}

/**
 * Counts an attempt at a step in advance and locks the step for this transaction; null when the step is over or had too
 * many attempts.
 */
export async function attempt<Body>(
  executor: Executor,
  purpose: PendingPurpose,
  ticket: string,
): Promise<PendingStep<Body> | null> {
  const [step] = await executor.query<PendingStep<Body>>({
    text: `update lintel.pending set tries = tries + 1 where hash = $1 and expires_on > now() and tries < $2
      returning user_id as "userId", body`,
    values: [hashOf(purpose, ticket), mostTries],
  })
  return step ?? null
}

/** Replaces the data of a step, such as a mailed code; the count of attempts stays. */
export async function renew(executor: Executor, purpose: PendingPurpose, ticket: string, body: object): Promise<void> {
  await executor.execute({
    text: 'update lintel.pending set body = $2 where hash = $1',
    values: [hashOf(purpose, ticket), JSON.stringify(body)],
  })
}

/** Ends a step, without an error when the step is over already. */
export async function drop(executor: Executor, purpose: PendingPurpose, ticket: string): Promise<void> {
  await executor.execute({ text: 'delete from lintel.pending where hash = $1', values: [hashOf(purpose, ticket)] })
}
