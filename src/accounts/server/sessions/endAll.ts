import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Ends every session of a person, and with them every token. */
export async function endAllSessions(executor: Executor, userId: string): Promise<void> {
  await executor.execute({
    text: 'update lintel.session set revoked_on = now() where user_id = $1 and revoked_on is null',
    values: [userId],
  })
}

/** Ends every session and every key of a person, which may all be in the hands of a stranger. */
export async function endAllAccess(executor: Executor, userId: string): Promise<void> {
  await endAllSessions(executor, userId)
  await executor.execute({
    text: 'update lintel.api_key set revoked_on = now() where user_id = $1 and revoked_on is null',
    values: [userId],
  })
  // A link that is on its way opens nothing any more, nor does a sign-in that waits for its second factor.
  for (const table of ['reset_link', 'pending']) {
    await executor.execute({ text: `delete from lintel.${table} where user_id = $1`, values: [userId] })
  }
}

/**
 * The address is proved for the first time: any other sign-in method of the account was set up by a person who never
 * had the address, and must not open the account any longer.
 */
export async function forgetOtherDoors(context: Context, executor: Executor, userId: string): Promise<void> {
  await executor.execute({
    text: `update lintel."user" set mobilephone = null, mobile_verified_on = null where id = $1`,
    values: [userId],
  })
  await executor.execute({
    text: `delete from lintel.identity where user_id = $1 and provider <> 'local'`,
    values: [userId],
  })
  await forgetFactors(executor, userId)
  await noteAccess(context, executor, { kind: 'otherWaysRemoved', byId: userId })
}

/** Takes a person's second factor, its recovery codes and their passkeys away. */
export async function forgetFactors(executor: Executor, userId: string): Promise<void> {
  for (const table of ['passkey', 'recovery_code', 'totp']) {
    await executor.execute({ text: `delete from lintel.${table} where user_id = $1`, values: [userId] })
  }
}
