import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import {
  beginUploadSchema,
  dryRunSchema,
  guessSchema,
  pieceSchema,
  startSchema,
} from '#records/exchange/import/settings.ts'
import type { ImportActor, UndoDeps } from '#records/exchange/server/import/deps.ts'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { undoImpact } from '#records/exchange/server/import/undoImpact.ts'
import {
  discardImport,
  listImports,
  readImport,
  startImport,
  undoImport,
} from '#records/exchange/server/import/imports.ts'

import { downloadHeaders } from '#records/exchange/server/export/download.ts'
import { rejectedRows } from '#records/exchange/server/import/rejectedRows.ts'
import { guessAgain } from '#records/exchange/server/import/uploadedFile.ts'
import { beginUpload, continueUpload, readUpload, uploadFile } from '#records/exchange/server/import/uploads.ts'

const environment = z.object({ envid: z.uuid('request.idInvalid') })
const one = z.object({ envid: z.uuid('request.idInvalid'), importid: z.uuid('request.idInvalid') })

/**
 * The calls of imports. `memberOf` gives the member that the request's hooks have found, `readerOf` the same for what reads
 * records.
 */
export function importRoutes(
  app: Http,
  deps: UndoDeps & {
    readonly memberOf: (request: FastifyRequest) => ImportActor
    readonly readerOf: (request: FastifyRequest) => ImportActor
  },
): void {
  const config = { access: 'member', feature: 'import', activity: 'import', whenFull: 'refused' } as const
  const { memberOf, readerOf } = deps

  app.get('/api/import/v1/:envid', { config, schema: { params: environment } }, (request) =>
    listImports(memberOf(request)).then((value) => ({ value })),
  )

  app.post(
    '/api/import/v1/:envid/upload',
    { config: { ...config, body: 'upload' }, schema: { params: environment } },
    (request, reply) => upload(request).then((made) => reply.status(201).send(made)),
  )

  app.post(
    '/api/import/v1/:envid/upload/begin',
    { config, schema: { params: environment, body: beginUploadSchema } },
    (request, reply) =>
      beginUpload(memberOf(request), deps, request.body).then((state) => reply.status(201).send(state)),
  )

  app.get('/api/import/v1/:envid/upload/:importid', { config, schema: { params: one } }, (request) =>
    readUpload(memberOf(request), request.params.importid),
  )

  app.post(
    '/api/import/v1/:envid/upload/:importid',
    { config: { ...config, body: 'upload' }, schema: { params: one, querystring: pieceSchema } },
    async (request) => {
      const { file: source } = await fileIn(request)
      const { importid: id } = request.params
      return continueUpload(memberOf(request), deps, { id, offset: request.query.offset, source })
    },
  )

  app.get('/api/import/v1/:envid/:importid/rejected', { config, schema: { params: one } }, async (request, reply) => {
    const { name, format, body } = await rejectedRows(memberOf(request), deps, request.params.importid)
    return reply.headers(downloadHeaders(name, format)).send(body)
  })

  app.get('/api/import/v1/:envid/:importid', { config, schema: { params: one } }, (request) =>
    readImport(memberOf(request), request.params.importid),
  )

  app.delete(
    '/api/import/v1/:envid/:importid',
    { config: { ...config, whenFull: 'open' }, schema: { params: one } },
    (request, reply) =>
      discardImport(memberOf(request), deps, request.params.importid).then(() => reply.status(204).send()),
  )

  app.post('/api/import/v1/:envid/:importid/guess', { config, schema: { params: one, body: guessSchema } }, (request) =>
    guessAgain(memberOf(request), deps, request.params.importid, request.body),
  )

  app.post(
    '/api/import/v1/:envid/:importid/dryrun',
    { config: { ...config, reads: true, whenFull: 'open' }, schema: { params: one, body: dryRunSchema } },
    (request) => dryRun(readerOf(request), deps, request.params.importid, request.body),
  )

  app.post(
    '/api/import/v1/:envid/:importid/start',
    { config, schema: { params: one, body: startSchema } },
    (request, reply) =>
      startImport(memberOf(request), deps, request.params.importid, request.body).then((job_id) =>
        reply.status(202).send({ job_id }),
      ),
  )

  app.get(
    '/api/import/v1/:envid/:importid/undo',
    { config: { access: 'member', activity: 'import' }, schema: { params: one } },
    (request) => undoImpact(readerOf(request), deps, request.params.importid),
  )

  // What an import made can be taken back also where there are no new ones.
  app.post(
    '/api/import/v1/:envid/:importid/undo',
    { config: { access: 'member', activity: 'import', whenFull: 'refused' }, schema: { params: one } },
    (request, reply) =>
      undoImport(memberOf(request), deps, request.params.importid).then((job_id) => reply.status(202).send({ job_id })),
  )

  /** Only the multipart parser makes files; a JSON body that looks like one is refused (quality 4). */
  async function fileIn(request: FastifyRequest) {
    if (!request.isMultipart()) throw fault('request.mediaType')
    const part = await request.file({ limits: { fileSize: deps.largest + 1 } })
    if (!part) throw fault('import.noFile')
    return part
  }

  async function upload(request: FastifyRequest) {
    const { filename, file } = await fileIn(request)
    // The form around the file counts along.
    const size = Number(request.headers['content-length'] ?? deps.largest)
    return uploadFile(memberOf(request), deps, { label: filename, source: file, size })
  }
}
