import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { readFiles, serveFile, type Served } from '#records/files/server/serve.ts'
import { forgetFile, takeFile, type FileDeps } from '#records/files/server/upload.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'

const uuid = z.uuid('request.idInvalid')
const environment = z.object({ envid: uuid })
const attribute = z.object({ envid: uuid, attributeid: uuid })
const one = z.object({ envid: uuid, fileid: uuid })
const several = z.object({ ids: z.string().check(z.maxLength(4000, 'validation.tooLong')) })
const sized = z.object({ size: z.optional(z.enum(['small', 'whole'], 'validation.option')) })

/** The calls of files: brought for an attribute, read with the rights of their record. */
export function fileRoutes(
  app: Http,
  deps: FileDeps & { readonly contextOf: (request: FastifyRequest) => RecordsContext },
): void {
  const config = { access: 'member', whenFull: 'refused' } as const
  const { contextOf, storage } = deps

  app.post(
    '/api/file/v1/:envid/attribute/:attributeid',
    { config: { ...config, feature: 'files', body: 'upload' }, schema: { params: attribute } },
    async (request, reply) => {
      // Only the multipart parser makes files; a JSON body that looks like one is refused (quality 4).
      if (!request.isMultipart()) throw fault('request.mediaType')
      const part = await request.file({ limits: { fileSize: Number.MAX_SAFE_INTEGER } })
      if (!part) throw fault('file.none', {}, 'file')
      const upload = { attributeId: request.params.attributeid, label: part.filename, source: part.file }
      return reply.status(201).send(await takeFile(contextOf(request), deps, upload))
    },
  )

  app.get('/api/file/v1/:envid', { config, schema: { params: environment, querystring: several } }, (request) => {
    const ids = request.query.ids.split(',').filter((id) => uuid.safeParse(id).success)
    return readFiles(contextOf(request), ids).then((value) => ({ value }))
  })

  app.get(
    '/api/file/v1/:envid/:fileid',
    { config, schema: { params: one, querystring: sized } },
    async (request, reply) => {
      const { size = 'whole' } = request.query
      const known = request.headers['if-none-match']
      return send(reply, await serveFile(contextOf(request), storage, { id: request.params.fileid, size, known }))
    },
  )

  app.delete(
    '/api/file/v1/:envid/:fileid',
    { config: { ...config, whenFull: 'open' }, schema: { params: one } },
    (request, reply) =>
      forgetFile(contextOf(request), deps, request.params.fileid).then(() => reply.status(204).send()),
  )
}

/**
 * Whatever is in a file, nothing of it runs: it is never guessed at, has an origin of its own, and all but pictures is
 * kept instead of shown. Rights are asked for each time; only the bytes need not come again.
 */
function send(reply: FastifyReply, { body, type, name, etag, size, isShown }: Served) {
  void reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  })
  if (!body) return reply.status(304).send()
  if (size !== undefined) void reply.header('content-length', size)
  return reply.type(type).send(body)
}
