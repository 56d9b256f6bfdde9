import { hashOf, newSecret } from '#accounts/server/secrets.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** What a begun step waits for: the answer of a provider, a second factor, a passkey, consent. */
export type PendingPurpose = 'external' | 'claim' | 'second' | 'passkey' | 'confirm'

export type PendingStep<Body> = { readonly userId: string | null; readonly body: Body }

/** How often one ticket may come with a wrong answer. */
const mostTries = 5

/** Begins a step; whoever holds the ticket may go on with it for `seconds`. Only a hash of the ticket is kept. */
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

/** Ends a step: of two who come with its ticket one gets it. Null when it is over. */
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

/** Counts a try at a step before it is made and holds the step for this transaction; null when it is over or was tried too often. */
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

/** Another answer to the same step, such as a code that was mailed; the tries stay counted. */
export async function renew(executor: Executor, purpose: PendingPurpose, ticket: string, body: object): Promise<void> {
  await executor.execute({
    text: 'update lintel.pending set body = $2 where hash = $1',
    values: [hashOf(purpose, ticket), JSON.stringify(body)],
  })
}

/** Ends a step; throws nothing when it is over already. */
export async function drop(executor: Executor, purpose: PendingPurpose, ticket: string): Promise<void> {
  await executor.execute({ text: 'delete from lintel.pending where hash = $1', values: [hashOf(purpose, ticket)] })
}
