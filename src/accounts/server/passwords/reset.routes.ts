import { resetConfirmSchemas, resetSchema } from '#accounts/account.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import { callerOf } from '#accounts/server/signIn/caller.ts'
import { keepDevice } from '#accounts/server/sessions/cookies.ts'
import { deviceCookie, rememberDevice } from '#accounts/server/signIn/knownDevice.ts'
import { askForReset, resetPassword } from '#accounts/server/passwords/newPassword.ts'
import { refuseCrossSite } from '#accounts/server/sessions/authenticate.ts'
import type { Http } from '#platform/server/http/validation.ts'

/** `/api/auth/security/v1/reset`: a mailed link to a new password, and the new password. */
export function resetRoutes(app: Http, deps: AccountDeps): void {
  const open = {
    config: { access: 'public', whenFull: 'refused' },
    onRequest: async (request: Parameters<typeof refuseCrossSite>[0]) => refuseCrossSite(request),
  } as const
  const asked = { ...open, config: { ...open.config, botCheck: 'always' } } as const
  app.post('/api/auth/security/v1/reset', { ...asked, schema: { body: resetSchema } }, async (request, reply) => {
    await askForReset(request.context, deps, callerOf(request), request.body.email)
    return reply.status(202).send({})
  })
  app.post(
    '/api/auth/security/v1/reset/confirm',
    { ...open, schema: { body: resetConfirmSchemas[deps.passwords] } },
    async (request, reply) => {
      const email = await resetPassword(request.context, deps, callerOf(request), request.body)
      // A person whose sign-in strangers delay by guessing at the address signs in by this known device.
      keepDevice(reply, rememberDevice(deps.secret, request.cookies[deviceCookie], email))
      return reply.status(204).send()
    },
  )
}
