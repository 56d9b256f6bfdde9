import { noteUnconfirmed } from '#accounts/server/administration/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { verifyPassword } from '#accounts/server/passwords/passwords.ts'
import { passwordAgain } from '#accounts/server/signIn/policies.ts'
import { forgive, throttle } from '#accounts/server/signIn/throttle.ts'
import { fault, refuseIf } from '#faults/fault.ts'

/**
 * Requires the password again before a critical action, so that an open browser or a stolen session is not enough.
 * Faults: `validation.passwordWrong` at `password`, `request.tooMany`, `account.noPassword` for a person without a
 * password.
 */
export async function reauthenticate(context: UserContext, password: string): Promise<void> {
  const { database, session } = context
  const { id } = session.user
  await throttle(database, passwordAgain, id)
  const [person] = await database.query<{ hash: string | null }>({
    text: 'select password_hash as hash from lintel."user" where id = $1',
    values: [id],
  })
  if (person && person.hash === null) throw fault('account.noPassword')
  if (!(await verifyPassword(person?.hash, password))) {
    await noteUnconfirmed(context, id, 'password')
    refuseIf([{ code: 'validation.passwordWrong', target: 'password' }])
  }
  await forgive(database, passwordAgain, id)
}
