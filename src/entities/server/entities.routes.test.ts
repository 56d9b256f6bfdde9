import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributeRoutes } from '#entities/server/attributes.routes.ts'
import { entityRoutes } from '#entities/server/entities.routes.ts'
import type { Operation } from '#changes/operation.ts'
import { changeRoutes } from '#changes/server/changes.routes.ts'
import type { Conversion } from '#changes/wire.ts'
import { createHttp } from '#platform/server/http/server.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { definitionsGround, type DefinitionsGround } from '../../../test/support/definitions.ts'

let ground: DefinitionsGround
let app: Http
beforeAll(async () => {
  ground = await definitionsGround('routes')
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

function detailsOf({ body }: Answer): { code: string; target?: string; message: string }[] {
  return (body['error'] as { details?: { code: string; target?: string; message: string }[] }).details ?? []
}

async function newEntity(uri: string, attributes: object[] = []): Promise<string> {
  const made = await call('POST', 'entity/v1/{envid}', { name: 'Invoice', collectionname: 'Invoices', uri, attributes })
  expect(made.status).toBe(201)
  return String(made.body['id'])
}

const total = { name: 'Total', uri: 'total', type: 'decimal' }

describe('entities', () => {
  test('[R452] POST creates an entity and, by the id in the body, updates it', async () => {
    const id = await newEntity('invoices', [total])
    const updated = await call('POST', 'entity/v1/{envid}', { id, name: 'Bill' })
    expect(updated).toMatchObject({ status: 200, body: { id, name: 'Bill', uri: 'invoices', version: 2 }, etag: '"2"' })
    const read = await call('GET', `entity/v1/{envid}/${id}`)
    expect(read.body).toEqual(updated.body)
    expect(read.body['attributes']).toMatchObject([{ ...total, precision: 18, scale: 2 }])
  })

  test('[R453] batch makes and changes several in one transaction, or none', async () => {
    const id = await newEntity('batched')
    const good = { name: 'Second', collectionname: 'Seconds', uri: 'seconds' }
    const refused = await call('POST', 'entity/v1/{envid}/batch', {
      value: [{ id, name: 'Changed' }, good, { name: 'x' }],
    })
    expect(refused.status).toBe(422)
    expect(detailsOf(refused)[0]).toMatchObject({ code: 'validation.length', target: 'value.2.name' })
    expect((await call('GET', `entity/v1/{envid}/${id}`)).body['name']).toBe('Invoice')
    const done = await call('POST', 'entity/v1/{envid}/batch', { value: [{ id, name: 'Changed' }, good] })
    expect(done.body['value']).toMatchObject([{ id, name: 'Changed' }, { uri: 'seconds' }])
  })

  test('a refusal is told at the field, in the asker’s language', async () => {
    const answer = await call(
      'POST',
      'entity/v1/{envid}',
      { name: 'ab', collectionname: 'Invoices', uri: 'Invoices' },
      { 'x-locale': 'lv' },
    )
    expect(answer.status).toBe(422)
    expect(detailsOf(answer).map(({ target, code }) => [target, code])).toEqual([
      ['name', 'validation.length'],
      ['uri', 'validation.uri'],
    ])
    expect(detailsOf(answer)[0]?.message).toMatch(/rakstzīm/)
  })

  test('If-Match: the second of two editors is told that the definition is stale', async () => {
    const id = await newEntity('matched')
    const edit = (name: string) => call('PATCH', `entity/v1/{envid}/${id}`, { name }, { 'if-match': '"1"' })
    expect((await edit('First one')).status).toBe(200)
    expect(await edit('Second one')).toMatchObject({ status: 412, body: { error: { code: 'definition.stale' } } })
    expect((await call('DELETE', `entity/v1/{envid}/${id}`, undefined, { 'if-match': '"nonsense"' })).status).toBe(412)
  })

  test('a deleted entity is unknown, and its change set is named for the undo', async () => {
    const id = await newEntity('deleted')
    const gone = await call('DELETE', `entity/v1/{envid}/${id}`)
    expect((await call('GET', `entity/v1/{envid}/${id}`)).status).toBe(404)
    const undone = await call('POST', `change/v1/{envid}/${String(gone.body['change_id'])}/undo`, {})
    expect(undone.status).toBe(200)
    expect((await call('GET', `entity/v1/{envid}/${id}`)).status).toBe(200)
  })

  test('makers cannot say that something is managed', async () => {
    const made = await call('POST', 'entity/v1/{envid}', {
      name: 'Sly',
      collectionname: 'Slies',
      uri: 'slies',
      managed: true,
    })
    expect(made.body['managed']).toBe(false)
    const id = String(made.body['id'])
    expect((await call('PATCH', `entity/v1/{envid}/${id}`, { managed: true })).body['managed']).toBe(false)
  })

  test('[R145][R330] a managed entity answers 423 with the specified sentence', async () => {
    const operation = {
      kind: 'entity.create',
      name: 'System',
      collectionname: 'Systems',
      uri: 'systems',
      managed: true,
    }
    const { operations } = await ground.changes.apply(ground.context, [operation], { author: 'system' })
    const path = `entity/v1/{envid}/${String(operations[0]?.['id'])}`
    const message = (answer: Answer) => (answer.body['error'] as { message: string }).message
    const updated = await call('PATCH', path, { name: 'Mine' })
    expect(updated.status).toBe(423)
    expect(message(updated)).toBe(`You can't update the record because it is managed by the system.`)
    const removed = await call('DELETE', path)
    expect(message(removed)).toBe(`You can't delete the record because it is managed by the system.`)
  })
})

describe('attributes', () => {
  test('[R448] POST creates an attribute', async () => {
    const id = await newEntity('created')
    const made = await call('POST', `attribute/v1/{envid}/${id}`, total)
    expect(made).toMatchObject({ status: 201, body: { ...total, entity_id: id, version: 1 } })
    expect((await call('GET', `attribute/v1/{envid}/${id}`)).body['value']).toEqual([made.body])
  })

  test('[R449] batch creates several in one transaction, or none', async () => {
    const id = await newEntity('several')
    const refused = await call('POST', `attribute/v1/{envid}/${id}/batch`, { value: [total, total] })
    expect(detailsOf(refused)).toMatchObject([{ code: 'validation.uriTaken', target: 'value.1.uri' }])
    expect((await call('GET', `attribute/v1/{envid}/${id}`)).body['value']).toEqual([])
    const done = await call('POST', `attribute/v1/{envid}/${id}/batch`, { value: [total, { ...total, uri: 'tax' }] })
    expect(done.body['value']).toMatchObject([{ uri: 'total' }, { uri: 'tax' }])
  })

  test('[R450] PATCH updates an attribute', async () => {
    const id = await newEntity('patched')
    const made = await call('POST', `attribute/v1/{envid}/${id}`, total)
    const path = `attribute/v1/{envid}/${id}/${String(made.body['id'])}`
    const updated = await call('PATCH', path, { ...made.body, name: 'Sum', pretext: 'EUR' })
    expect(updated).toMatchObject({ status: 200, body: { name: 'Sum', pretext: 'EUR', version: 2 } })
  })

  test('[R355] [R357] the uri of an attribute and of an entity is refused when it is to change', async () => {
    const id = await newEntity('lasting')
    const made = await call('POST', `attribute/v1/{envid}/${id}`, total)
    const paths = [`entity/v1/{envid}/${id}`, `attribute/v1/{envid}/${id}/${String(made.body['id'])}`]
    for (const path of paths) {
      const refused = await call('PATCH', path, { uri: 'other' })
      expect([refused.status, detailsOf(refused)]).toEqual([
        422,
        [expect.objectContaining({ target: 'uri', code: 'validation.uriImmutable' })],
      ])
    }
    expect((await call('GET', `entity/v1/{envid}/${id}`)).body).toMatchObject({
      uri: 'lasting',
      attributes: [{ uri: 'total' }],
    })
  })

  test('[R451] DELETE deletes an attribute', async () => {
    const id = await newEntity('removed')
    const made = await call('POST', `attribute/v1/{envid}/${id}`, total)
    const path = `attribute/v1/{envid}/${id}/${String(made.body['id'])}`
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
  })

  test('[R173] a managed attribute answers 423 with the specified sentence, one beside it is its maker’s', async () => {
    const id = await newEntity('partly', [{ ...total, uri: 'mine' }])
    const operation = { kind: 'attribute.create', entity_id: id, ...total, managed: true }
    const { operations } = await ground.changes.apply(ground.context, [operation], { author: 'system' })
    const path = `attribute/v1/{envid}/${id}/${String(operations[0]?.['id'])}`
    expect((await call('GET', path)).body['managed']).toBe(true)
    for (const [method, body, doing] of [
      ['PATCH', { name: 'Other' }, 'update'],
      ['DELETE', undefined, 'delete'],
    ] as const) {
      const { status, body: answered } = await call(method, path, body)
      const message = `You can't ${doing} the record because it is managed by the system.`
      expect([status, answered['error']]).toEqual([423, expect.objectContaining({ message })])
    }
    const { value } = (await call('GET', `attribute/v1/{envid}/${id}`)).body as { value: { id: string; uri: string }[] }
    const mine = value.find(({ uri }) => uri === 'mine')
    expect((await call('PATCH', `attribute/v1/{envid}/${id}/${mine?.id}`, { name: 'Ours' })).status).toBe(200)
  })

  test('an attribute of another entity is unknown', async () => {
    const [one, two] = [await newEntity('ours'), await newEntity('theirs')]
    const made = await call('POST', `attribute/v1/{envid}/${one}`, total)
    const path = `attribute/v1/{envid}/${two}/${String(made.body['id'])}`
    for (const method of ['GET', 'DELETE'] as const) expect((await call(method, path)).status).toBe(404)
    expect((await call('PATCH', path, { name: 'Mine' })).status).toBe(404)
  })
})
