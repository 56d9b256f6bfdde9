import type { FastifyRequest } from 'fastify'
import { botHeader } from '#accounts/botCheck.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { signInByAddress } from '#accounts/server/signIn/policies.ts'
import { hashOf } from '#accounts/server/secrets.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Programs have to work for it: always, or once the address in the body was tried with two wrong passwords. */
    botCheck?: 'always' | 'afterFailures'
  }
}

/** Product part 3, 18: sign-in is free until its second failure. */
const freeFailures = 2

/**
 * Requires a solved challenge on routes that declare one. Checked after the body: a form with mistakes costs no work
 * and uses up no challenge.
 */
export function checkBots(app: Http, { botCheck }: Pick<IdentityDeps, 'botCheck'>): void {
  app.get('/api/auth/security/v1/challenge', { config: { access: 'public' } }, async () => ({
    challenge: await botCheck.challenge(),
  }))
  if (!botCheck.isOn) return
  app.addHook('preHandler', async (request) => {
    const wanted = request.routeOptions.config.botCheck
    if (wanted === undefined) return
    const { database } = request.context
    if (wanted === 'afterFailures' && !(await hasFailed(database, request))) return
    const solution = request.headers[botHeader]
    if (typeof solution !== 'string' || !(await botCheck.holds(database, solution))) throw fault('identity.botCheck')
  })
}

async function hasFailed(database: Executor, request: FastifyRequest): Promise<boolean> {
  const { email } = request.body as { email?: unknown }
  const [row] = await database.query<{ tries: number }>({
    text: 'select tries from lintel.rate_limit where key = $1',
    values: [hashOf(signInByAddress.name, String(email))],
  })
  return (row?.tries ?? 0) >= freeFailures
}
