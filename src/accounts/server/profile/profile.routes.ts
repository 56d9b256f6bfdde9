import * as z from 'zod/mini'
import { channelSchema, codeSchema, newEmailSchema, newPasswordSchemas, profileSchema } from '#accounts/account.ts'
import { setUpSchema } from '#accounts/user.ts'
import { userContext, type AccountDeps } from '#accounts/server/accounts.ts'
import { callerOf } from '#accounts/server/signIn/caller.ts'
import { closeAccount, exportAccount } from '#accounts/server/administration/closeAccount.ts'
import { askForEmail, beginVerification, changeEmail, verifyChannel } from '#accounts/server/profile/contact.ts'
import { answerTokens, clearTokens } from '#accounts/server/sessions/cookies.ts'
import { endDevice, endOtherDevices, listDevices } from '#accounts/server/sessions/devices.ts'
import { changePassword } from '#accounts/server/passwords/newPassword.ts'
import { keepPicture, removePicture } from '#accounts/server/profile/picture.ts'
import { changeMe, readMe } from '#accounts/server/profile/profile.ts'
import { setUp, waitsForSetUp } from '#accounts/server/signUp/setUp.ts'
import { pictureBytes } from '#accounts/picture.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

const config = { access: 'user', whenFull: 'refused' } as const
/** Also for a person who has to verify an address or number again. */
const staying = { access: 'user', unverified: 'accepted', whenFull: 'refused' } as const

/** Routes of `/api/user/v1/me`. API keys cannot use these routes. */
export function profileRoutes(app: Http, deps: AccountDeps): void {
  app.get('/api/user/v1/me', { config: { ...staying, allowWithoutSecondFactor: true } }, (request) =>
    readMe(userContext(request), deps),
  )
  app.patch('/api/user/v1/me', { config: staying, schema: { body: profileSchema } }, (request) =>
    changeMe(userContext(request), deps, request.body),
  )
  app.get('/api/user/v1/me/export', { config }, async (request, reply) => {
    const name = `lintel-account-${request.context.now().toISOString().slice(0, 10)}.json`
    void reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store')
    return exportAccount(userContext(request), deps)
  })
  app.post('/api/user/v1/me/close', { config: staying }, async (request, reply) => {
    await closeAccount(userContext(request), deps)
    clearTokens(reply)
    return reply.status(204).send()
  })
  app.post(
    '/api/user/v1/me/password',
    { config, schema: { body: newPasswordSchemas[deps.passwords] } },
    async (request, reply) =>
      answerTokens(reply, await changePassword(userContext(request), deps, callerOf(request), request.body)),
  )
  contactRoutes(app, deps)
  pictureRoutes(app, deps)
  deviceRoutes(app, deps)
  setUpRoutes(app, deps)
}

function contactRoutes(app: Http, deps: AccountDeps): void {
  app.post('/api/user/v1/me/email', { config, schema: { body: newEmailSchema } }, async (request, reply) => {
    await askForEmail(userContext(request), deps, callerOf(request).place, request.body)
    return reply.status(202).send({})
  })
  app.post('/api/user/v1/me/email/confirm', { config, schema: { body: codeSchema } }, (request) =>
    changeEmail(userContext(request), deps, request.body.code),
  )
  app.post('/api/user/v1/me/verify', { config: staying, schema: { body: channelSchema } }, async (request, reply) => {
    await beginVerification(userContext(request), deps, callerOf(request).place, request.body.channel)
    return reply.status(202).send({})
  })
  app.post('/api/user/v1/me/verify/confirm', { config: staying, schema: { body: codeSchema } }, (request) =>
    verifyChannel(userContext(request), deps, request.body.code),
  )
}

function pictureRoutes(app: Http, deps: AccountDeps): void {
  app.post('/api/user/v1/me/picture', { config: { ...config, body: 'upload' } }, async (request) => {
    // Only the multipart parser creates files; a JSON body in the shape of a file is refused (quality 4).
    if (!request.isMultipart()) throw fault('request.mediaType')
    const part = await request.file({ limits: { fileSize: pictureBytes + 1 }, throwFileSizeLimit: false })
    if (!part) throw fault('file.none', {}, 'picture')
    return keepPicture(userContext(request), deps, await part.toBuffer())
  })
  app.delete('/api/user/v1/me/picture', { config }, (request) => removePicture(userContext(request), deps))
}

function deviceRoutes(app: Http, deps: AccountDeps): void {
  const params = z.object({ sessionid: z.uuid('request.idInvalid') })
  app.get('/api/user/v1/session', { config }, async (request) => ({ value: await listDevices(userContext(request)) }))
  app.delete('/api/user/v1/session', { config }, async (request, reply) => {
    await endOtherDevices(userContext(request), deps)
    return reply.status(204).send()
  })
  app.delete('/api/user/v1/session/:sessionid', { config, schema: { params } }, async (request, reply) => {
    await endDevice(userContext(request), deps, request.params.sessionid)
    return reply.status(204).send()
  })
}

function setUpRoutes(app: Http, deps: AccountDeps): void {
  app.get('/api/user/v1/setup', { config }, async (request) => ({
    open: await waitsForSetUp(request.context.database),
  }))
  app.post('/api/user/v1/setup', { config, schema: { body: setUpSchema } }, async (request) => {
    const context = userContext(request)
    await setUp(context, deps, callerOf(request).place, request.body.code)
    return readMe(context, deps)
  })
}
