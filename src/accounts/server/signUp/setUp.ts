import { createHmac } from 'node:crypto'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import { setUpByPlace } from '#accounts/server/signIn/policies.ts'
import { sameSecret } from '#accounts/server/secrets.ts'
import { throttle } from '#accounts/server/signIn/throttle.ts'
import { refuseIf } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Letters and digits that are not confused when read off a screen. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * The code that makes the first user an administrator of the installation. Derived from the installation's secret, so
 * that every process prints the same code and nothing is stored.
 */
export function setUpCode(secret: string): string {
  const bytes = createHmac('sha256', secret).update('lintel: set-up code').digest()
  const text = [...bytes.subarray(0, 24)].map((byte) => signs[byte % signs.length]).join('')
  return text.replaceAll(/.{6}(?=.)/g, '$&-')
}

/** Whether the installation still waits for its first administrator. */
export async function waitsForSetUp(executor: Executor): Promise<boolean> {
  const [done] = await executor.query({ text: 'select 1 from lintel.installation' })
  return !done
}

/**
 * Makes the person an administrator of the installation, once in its life. Fault: `validation.code` at `code` for a wrong
 * code, and for the right one when somebody has used it.
 */
export async function setUp(context: UserContext, deps: AccountDeps, place: string, code: string): Promise<void> {
  await throttle(context.database, setUpByPlace, place)
  const { id } = context.session.user
  const isRight = sameSecret(plain(code), plain(setUpCode(deps.secret)))
  const isFirst =
    isRight &&
    (await context.database.transaction(async (transaction) => {
      const taken = await transaction.execute({
        text: `insert into lintel.installation (set_up_on, set_up_by) values (now(), $1) on conflict do nothing`,
        values: [id],
      })
      if (taken === 0) return false
      await transaction.execute({
        text: 'update lintel."user" set platform_administrator = true where id = $1',
        values: [id],
      })
      await noteAccess(context, transaction, { kind: 'installationSetUp', byId: id })
      return true
    }))
  if (!isFirst) refuseIf([{ code: 'validation.code', target: 'code' }])
  deps.sessions.forget(id)
}

function plain(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
