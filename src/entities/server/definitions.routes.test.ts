import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributeRoutes } from '#entities/server/attributes.routes.ts'
import { entityRoutes } from '#entities/server/entities.routes.ts'
import type { Operation } from '#changes/operation.ts'
import { changeRoutes } from '#changes/server/changes.routes.ts'
import type { Conversion } from '#changes/wire.ts'
import { newId } from '#platform/server/newId.ts'
import { createHttp } from '#platform/server/http/server.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'

let ground: DefinitionsGround
let app: Http
beforeAll(async () => {
  ground = await definitionsGround('definition_routes')
  app = await createHttp({ ground: ground.context, logger: undefined, trustProxy: false })
  const deps = {
    changes: ground.changes,
    models: ground.models,
    contextOf: () => ground.context,
    later: async () => '',
    publicOperations: (operations: readonly Operation[]) => operations,
    toldConversions: async (_request: unknown, conversions: readonly Conversion[]) => conversions,
  }
  entityRoutes(app, deps)
  attributeRoutes(app, deps)
  changeRoutes(app, deps)
})
afterAll(async () => {
  await app.close()
  await ground.stop()
})

type Answer = { status: number; body: Record<string, unknown>; etag: string | undefined }

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url: `/api/metadata/${path.replace('{envid}', ground.context.environment.id)}`,
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  })
  const etag = response.headers.etag
  return { status: response.statusCode, body: response.body === '' ? {} : response.json(), etag: etag?.toString() }
}

async function newEntity(uri: string, attributes: object[] = []): Promise<string> {
  const made = await call('POST', 'entity/v1/{envid}', { name: 'Invoice', collectionname: 'Invoices', uri, attributes })
  expect(made.status).toBe(201)
  return String(made.body['id'])
}

const total = { name: 'Total', uri: 'total', type: 'decimal' }

test('[R439] /metadata/v1 answers with its services', async () => {
  const { status, body } = await call('GET', 'v1')
  expect(status).toBe(200)
  expect(body['value']).toContainEqual({ name: 'entity', url: '/api/metadata/entity/v1' })
})

test('all definitions at once have an ETag and answer 304 while nothing changed', async () => {
  await newEntity('whole')
  const first = await call('GET', 'v1/{envid}')
  expect(first.body['entities']).toEqual(expect.arrayContaining([expect.objectContaining({ uri: 'whole' })]))
  expect((await call('GET', 'v1/{envid}', undefined, { 'if-none-match': first.etag ?? '' })).status).toBe(304)
  await newEntity('another')
  expect((await call('GET', 'v1/{envid}', undefined, { 'if-none-match': first.etag ?? '' })).status).toBe(200)
})

test('history, preview and apply speak JSON', async () => {
  const operations = [{ kind: 'entity.create', name: 'Plan', collectionname: 'Plans', uri: 'plans' }]
  const preview = await call('POST', 'change/v1/{envid}/preview', { operations: [...operations, ...operations] })
  expect(preview.body).toMatchObject({ problems: [{ code: 'validation.uriTaken', target: 'operations.1.uri' }] })
  const applied = await call('POST', 'change/v1/{envid}', { operations, note: 'A start' })
  expect(applied.status).toBe(200)
  const history = await call('GET', 'change/v1/{envid}?top=1')
  expect(history.body).toMatchObject({
    value: [
      {
        id: applied.body['id'],
        by: 'Ann Maker',
        note: 'A start',
        sentences: [{ key: 'changes.sentence.entityCreate' }],
      },
    ],
    next: applied.body['model_version'],
  })
})

test('wrong bodies, ids and paths never answer 500', async () => {
  const id = await newEntity('hardened', [total])
  const deep = JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown
  const bodies = [
    null,
    [],
    'text',
    7,
    {},
    { name: null },
    { name: {}, uri: [], type: 'nothing', options: 'x' },
    { kind: 'entity.delete', id },
    { id: 'x' },
    { value: [] },
    { value: [null] },
    { operations: [] },
    { operations: [null, 1, [], { kind: 'entity.restore', id, definition: { attributes: [null] } }] },
    { operations: [{ kind: 'attribute.restore', id, definition: {} }] },
    { operations: [{ kind: 'entity.create', name: 'Fine', collectionname: 'Fine', uri: 'fine' }], note: 'a \0' },
    { operations: [{ kind: '__proto__' }, { kind: 'constructor' }] },
    { name: 'NUL \0 byte', collectionname: 'abc', uri: 'abc' },
    { name: 'Lone \ud800', collectionname: 'abc', uri: 'lonely' },
    { ...total, default: { a: 1 } },
    { ...total, min: 'abc' },
    { ...total, precision: 3, scale: 9 },
    { ...total, type: 'N:1', related_entity: newId() },
    { deep },
  ]
  const paths = [
    'entity/v1/{envid}',
    `entity/v1/{envid}/batch`,
    `attribute/v1/{envid}/${id}`,
    `attribute/v1/{envid}/${id}/batch`,
    'change/v1/{envid}',
    'change/v1/{envid}/preview',
    `change/v1/{envid}/${newId()}/undo`,
    'change/v1/{envid}/x/undo',
  ]
  for (const path of paths) {
    for (const body of bodies) {
      const { status } = await call('POST', path, body)
      expect(status, `${path} ${JSON.stringify(body).slice(0, 80)}`).toBeLessThan(500)
    }
  }
  for (const body of bodies) expect((await call('PATCH', `entity/v1/{envid}/${id}`, body)).status).toBeLessThan(500)
  for (const path of [
    'entity/v1/{envid}/x',
    `entity/v1/{envid}/${newId()}`,
    'attribute/v1/{envid}/x',
    'change/v1/{envid}?top=0',
    'change/v1/{envid}?before=x',
  ])
    expect((await call('GET', path)).status).toBeLessThan(500)
})
