import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault, fault } from '#faults/fault.ts'
import { memberContext } from '#environments/server/environments.ts'
import { contextOf, listBody, oneBody } from '#odata/serialize/body.ts'
import { etagOf } from '#odata/serialize/etag.ts'
import { pageLink } from '#odata/serialize/link.ts'
import { parsePath, type ResourcePath } from '#odata/syntax/path.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { createOnce } from '#records/server/createOnce.ts'
import type { ModelSource } from '#records/server/freshModel.ts'
import { contentTypeOf, expectedOf, idempotencyKeyOf, preferencesOf, wireOf } from '#records/server/negotiation.ts'
import { countRecords, listEntitySets, readList, readOne, type ReadContext } from '#records/server/read.ts'
import { createRecord, deleteRecord, updateRecord, type Written } from '#records/server/records.ts'

export type RecordRoutesOptions = { readonly models: ModelSource; readonly secret: string }

/** `/api/odata/v1/{envid}/...`: the environment's records as an OData service. */
export function recordRoutes(app: Http, options: RecordRoutesOptions): void {
  const config = { access: 'member' } as const
  const url = '/api/odata/v1/:envid/*'
  const contextFor = (request: FastifyRequest): ReadContext => ({ ...memberContext(request), ...options })
  app.get('/api/odata/v1', { config: { access: 'user' } }, () => ({
    '@odata.context': '/api/odata/v1/$metadata',
    value: [{ name: 'environment', kind: 'Singleton', url: '/api/odata/v1/{envid}/' }],
  }))
  app.get('/api/odata/v1/:envid', { config }, (request, reply) => answerService(contextFor(request), request, reply))
  app.get(url, { config, exposeHeadRoute: true }, (request, reply) => answerRead(contextFor(request), request, reply))
  app.post(url, { config }, async (request, reply) => {
    const { path } = resourceOf(request)
    if (path.kind !== 'list') throw fault('request.method', { method: 'POST' })
    const wire = wireOf(request.headers)
    const key = idempotencyKeyOf(request.headers)
    const context = contextFor(request)
    const written =
      key === undefined
        ? await createRecord(context, path.set, request.body, wire)
        : await createOnce(context, path.set, request.body, wire, key)
    void reply.header('location', `${rootOf(request)}${path.set}(${written.id})`)
    return answerWritten(request, reply, { set: path.set, written, status: 201 })
  })
  app.patch(url, { config }, async (request, reply) => {
    const { path } = resourceOf(request)
    if (path.kind !== 'one') throw fault('request.method', { method: 'PATCH' })
    const context = contextFor(request)
    const wire = wireOf(request.headers)
    const expected = expectedOf(request.headers)
    const written = await updateRecord(context, path.set, path.key, request.body, expected, wire).catch(
      (error: unknown) => withCurrent(error, () => readOne(context, path.set, path.key, '', wire)),
    )
    return answerWritten(request, reply, { set: path.set, written, status: 200 })
  })
  app.delete(url, { config }, async (request, reply) => {
    const { path } = resourceOf(request)
    if (path.kind !== 'one') throw fault('request.method', { method: 'DELETE' })
    await deleteRecord(contextFor(request), path.set, path.key, expectedOf(request.headers))
    return reply.status(204).header('odata-version', '4.01').send()
  })
}

function resourceOf(request: FastifyRequest): { path: ResourcePath; query: string; address: string } {
  const [address = '', query = ''] = splitOnce(request.url, '?')
  return { path: parsePath(address.slice(rootOf(request).length)), query, address }
}

function rootOf(request: FastifyRequest): string {
  const { envid } = request.params as { envid: string }
  return `/api/odata/v1/${envid}/`
}

async function answerRead(context: ReadContext, request: FastifyRequest, reply: FastifyReply) {
  const { path, query, address } = resourceOf(request)
  const wire = wireOf(request.headers)
  const { maxPageSize, maxCount } = preferencesOf(request.headers)
  void reply.header('odata-version', '4.01')
  switch (path.kind) {
    case 'service':
      return answerService(context, request, reply)
    case 'metadata':
      throw fault('server.unsupported', { feature: '$metadata' })
    case 'count':
      return reply.type('text/plain').send(await countRecords(context, path.set, query))
    case 'one': {
      const { value, version } = await readOne(context, path.set, path.key, query, wire)
      const etag = etagOf(version)
      if (request.headers['if-none-match'] === etag) return reply.status(304).header('etag', etag).send()
      const body = oneBody(`${contextOf(rootOf(request), path.set, undefined)}/$entity`, value)
      return reply.header('etag', etag).type(contentTypeOf(wire)).send(body)
    }
    case 'list': {
      const page = await readList(context, path.set, query, { wire, maxPageSize, maxCount })
      const { next, previous } = page.tokens
      const body = listBody({
        context: contextOf(rootOf(request), path.set, page.selected),
        value: page.value,
        count: page.count,
        nextLink: next === undefined ? undefined : pageLink(address, query, next),
        annotations: { 'lintel.previousLink': previous === undefined ? undefined : pageLink(address, query, previous) },
      })
      return reply.type(contentTypeOf(wire)).send(body)
    }
  }
}

async function answerService(context: ReadContext, request: FastifyRequest, reply: FastifyReply) {
  const sets = await listEntitySets(context)
  return reply.header('odata-version', '4.01').send({
    '@odata.context': `${rootOf(request)}$metadata`,
    value: sets.map(({ name, title }) => ({ name, title, kind: 'EntitySet', url: name })),
  })
}

function answerWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { set: string; written: Written; status: number },
) {
  const { set, written, status } = answer
  void reply.headers({ 'odata-version': '4.01', etag: etagOf(written.version) })
  if (preferencesOf(request.headers).minimal) {
    return reply
      .status(204)
      .header('odata-entityid', `${rootOf(request)}${set}(${written.id})`)
      .send()
  }
  const body = oneBody(`${contextOf(rootOf(request), set, undefined)}/$entity`, written.value)
  return reply
    .status(status)
    .type(contentTypeOf(wireOf(request.headers)))
    .send(body)
}

/** A refusal for an old version carries the record as it now is, so that a client can show or merge both. */
async function withCurrent(error: unknown, read: () => Promise<{ value: string; version: string }>): Promise<never> {
  if (!(error instanceof Fault) || error.code !== 'record.stale') throw error
  const { value, version } = await read()
  throw new Fault({ code: 'record.stale' }, [], { current: JSON.parse(value), etag: etagOf(version) })
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
