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
  ground = await definitionsGround('change_calls')
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

test('the history tells changes of one table or person alone, and each with its operations and what it meant', async () => {
  const id = await newEntity('storied', [total])
  await newEntity('beside')
  const base = 'change/v1/{envid}'
  const about = await call('GET', `${base}?entity=${id}`)
  expect(about.body['value']).toMatchObject([{ sentences: [{ key: 'changes.sentence.entityCreate' }] }])
  expect(about.body['people']).toEqual([{ id: ground.context.member.id, name: 'Ann Maker' }])
  expect((await call('GET', `${base}?by=${newId()}`)).body['value']).toEqual([])
  const attributes = (await call('GET', `attribute/v1/{envid}/${id}`)).body['value'] as { id: string }[]
  const change = await call('POST', base, {
    operations: [{ kind: 'attribute.update', id: attributes[0]?.id, type: 'text' }],
    note: 'Codes by now',
  })
  const detail = await call('GET', `${base}/${String(change.body['id'])}`)
  expect(detail.body).toMatchObject({
    note: 'Codes by now',
    by: 'Ann Maker',
    operations: [{ kind: 'attribute.update', type: 'text' }],
    conversions: [{ from: 'decimal', to: 'text', values: 0 }],
  })
  const undo = await call('GET', `${base}/${String(change.body['id'])}/undo`)
  expect(undo.body).toMatchObject({ problems: [], conversions: [{ from: 'text', to: 'decimal', since: 0 }] })
  expect((await call('GET', `${base}/${newId()}`)).status).toBe(404)
})

test('a refused change of type names both types in the language of the reader, when it is looked at and when it is made', async () => {
  const id = await newEntity('refused', [{ name: 'Day', uri: 'day', type: 'date' }])
  const attributes = (await call('GET', `attribute/v1/{envid}/${id}`)).body['value'] as { id: string }[]
  const operations = [{ kind: 'attribute.update', id: attributes[0]?.id, type: 'boolean' }]
  const told = [
    ['en', 'The type cannot be changed from “Date” to “Yes or no”'],
    ['es', 'El tipo no se puede cambiar de «Fecha» a «Sí o no»'],
    ['lv', 'Tipu nevar mainīt no “Datums” uz “Jā vai nē”'],
    ['ru', 'Тип нельзя изменить с «Дата» на «Да или нет»'],
  ] as const
  for (const [language, text] of told) {
    const headers = { 'accept-language': language }
    const preview = await call('POST', 'change/v1/{envid}/preview', { operations }, headers)
    expect(preview.body['problems']).toMatchObject([{ message: expect.stringContaining(text) }])
    const refused = await call('POST', 'change/v1/{envid}', { operations }, headers)
    expect(refused.body['error']).toMatchObject({ details: [{ message: expect.stringContaining(text) }] })
  }
})

test('a deletion names what depends on it; all of it goes and comes back as one', async () => {
  const target = await newEntity('targets', [total])
  const user = await newEntity('users1', [
    { name: 'Target', uri: 'target', type: 'N:1', related_entity: target },
    { name: 'Worth', uri: 'worth', type: 'formula', expression: 'target.total * 2' },
  ])
  const base = 'change/v1/{envid}'
  const remove = { kind: 'entity.delete', id: target }
  const preview = (await call('POST', `${base}/preview`, { operations: [remove] })).body as {
    problems: { code: string }[]
    dependants: { name: string; operation: object }[]
  }
  expect(preview.problems.map(({ code }) => code)).toContain('definition.inUse')
  expect(preview.dependants.map(({ name }) => name)).toEqual(['Worth', 'Target'])
  const operations = [...preview.dependants.map(({ operation }) => operation), remove]
  const gone = await call('POST', base, { operations })
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  expect((await call('GET', `attribute/v1/{envid}/${user}`)).body['value']).toEqual([])
  const undone = await call('POST', `${base}/${String(gone.body['id'])}/undo`, {})
  expect(undone.status, JSON.stringify(undone.body)).toBe(200)
  const back = (await call('GET', `attribute/v1/{envid}/${user}`)).body['value'] as { uri: string }[]
  expect(back.map(({ uri }) => uri)).toEqual(['target', 'worth'])
})

test('makers add attributes to a managed entity, unless its package keeps it closed', async () => {
  const managed = async (uri: string, extendable: boolean) => {
    const names = { name: 'Package', collectionname: 'Packages', uri }
    const operation = { kind: 'entity.create', ...names, managed: true, extendable }
    const { operations } = await ground.changes.apply(ground.context, [operation], { author: 'system' })
    return `attribute/v1/{envid}/${String(operations[0]?.['id'])}`
  }
  expect((await call('POST', await managed('openone', true), total)).status).toBe(201)
  const closed = await managed('closedone', false)
  const { status, body } = await call('POST', closed, total)
  const message = "You can't create the record because it is managed by the system."
  expect([status, body['error']]).toEqual([423, expect.objectContaining({ message })])
  expect((await call('GET', closed)).body['value']).toEqual([])
  // Nobody opens it by saying so.
  expect((await call('PATCH', closed.replace('attribute/', 'entity/'), { extendable: true })).status).toBe(423)
})
