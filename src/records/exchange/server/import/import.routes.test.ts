import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeSlot } from '#environments/server/environments.ts'
import { createHttp } from '#platform/server/http/server.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { jobRoutes } from '#jobs/server/jobs.routes.ts'
import { importRoutes } from '#records/exchange/server/import/import.routes.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'
import type { Import } from '#records/exchange/import/settings.ts'

let house: ImportGround
let app: Http
let at: string
const uploads: string[] = []
beforeAll(async () => {
  house = await importGround('importroutes')
  app = await createHttp({ ground: house.actor, logger: undefined, trustProxy: false })
  app.addHook('onRoute', ({ url, config }) => void (config?.body === 'upload' && uploads.push(url)))
  importRoutes(app, { ...house.deps, memberOf: () => house.actor, readerOf: () => house.actor })
  jobRoutes(app, { memberOf: () => house.actor })
  at = `/api/import/v1/${house.actor.environment.id}`
})
afterAll(async () => {
  await app.close()
  await house.stop()
})

function send(url: string, name: string, content: string) {
  const payload = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--b--\r\n`
  return app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'multipart/form-data; boundary=b' } })
}

test('a file is uploaded, tried, imported and taken back over HTTP', async () => {
  const uploaded = await send(`${at}/upload`, '../../ports.csv', 'port,depth\nRiga,15.5\nPorto,12.25\n')
  expect(uploaded.statusCode).toBe(201)
  const made = uploaded.json<Import>()
  expect(made).toMatchObject({ file: 'ports.csv', state: 'uploaded', rows: 0 })
  const plan = planOf(made, { name: 'Ports', uri: 'ports' })
  const { settings, target } = plan
  const tried = await app.inject({ method: 'POST', url: `${at}/${made.id}/dryrun`, payload: { settings, target } })
  expect(tried.json()).toEqual({ rows: 2, valid: 2, changes: 0, rejected: 0, first: [] })
  // Two at once in an environment, in whatever process.
  const { database, environment } = house.actor
  const elsewhere = { use: 'dry run', environmentId: environment.id, most: 2 }
  const places = [await takeSlot(database, elsewhere), await takeSlot(database, elsewhere)]
  const refused = await app.inject({ method: 'POST', url: `${at}/${made.id}/dryrun`, payload: { settings, target } })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
  for (const giveBack of places) giveBack()
  const started = await app.inject({ method: 'POST', url: `${at}/${made.id}/start`, payload: plan })
  expect(started.statusCode).toBe(202)
  const job = await house.ended(started.json<{ job_id: string }>().job_id)
  expect(job.state).toBe('succeeded')
  const jobs = await app.inject({ url: `/api/job/v1/${house.actor.environment.id}` })
  expect(jobs.json<{ value: unknown[] }>().value).toEqual([job])
  const again = await app.inject({ method: 'POST', url: `${at}/${made.id}/start`, payload: plan })
  expect(again.statusCode).toBe(422)
  const undone = await app.inject({ method: 'POST', url: `${at}/${made.id}/undo` })
  expect((await house.ended(undone.json<{ job_id: string }>().job_id)).result).toMatchObject({
    removed: 2,
    entity: true,
  })
  expect((await app.inject({ url: at })).json<{ value: Import[] }>().value.map(({ state }) => state)).toEqual([
    'undone',
  ])
})

test('both ways of sending a file may take as long as it keeps coming', () => {
  expect(uploads).toEqual(['/api/import/v1/:envid/upload', '/api/import/v1/:envid/upload/:importid'])
})

test('a file that is no table of values is refused at once, and says so', async () => {
  const json = JSON.stringify([{ port: 'Riga', depth: 15.5 }, { port: 'Porto' }], null, 2)
  for (const content of [json, 'a\nb,c\nd,e,f\ng,h,i,j\n']) {
    const answer = await send(`${at}/upload`, 'ports.csv', content)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error: { code: 'import.notCsv' } })
  }
})

test('a JSON body posing as an upload is refused', async () => {
  const payload = { files: { f: { filepath: '/etc/passwd' } } }
  const answer = await app.inject({ method: 'POST', url: `${at}/upload`, payload })
  expect(answer.statusCode).toBe(415)
  expect(answer.json()).toMatchObject({ error: { code: 'request.mediaType' } })
})

test('wrong ids, settings and targets are refused with the error body, never with 500', async () => {
  const made = (await send(`${at}/upload`, 'x.csv', 'port,depth\nRiga,15\n')).json<Import>()
  const { settings, target } = planOf(made, { name: 'Other ports', uri: 'otherports' })
  const columns = [{ column: 0, field: 'nowhere' }]
  const cases: [string, object, number][] = [
    [`${at}/1/dryrun`, { settings, target }, 400],
    [`${at}/${house.actor.newId()}/dryrun`, { settings, target }, 404],
    [`${at}/${made.id}/dryrun`, {}, 422],
    [`${at}/${made.id}/dryrun`, { settings: { ...settings, encoding: 'klingon' }, target }, 422],
    [`${at}/${made.id}/dryrun`, { settings, target: { ...target, columns } }, 422],
    [
      `${at}/${made.id}/dryrun`,
      { settings, target: { ...target, columns: [...target.columns, ...target.columns] } },
      422,
    ],
    [`${at}/${made.id}/start`, { settings, target, more: 1 }, 422],
    [`${at}/${made.id}/undo`, {}, 409],
  ]
  const found: number[] = []
  for (const [url, payload] of cases) {
    const answer = await app.inject({ method: 'POST', url, payload })
    found.push(answer.statusCode)
    expect(answer.json()).toHaveProperty('error.code')
  }
  expect(found).toEqual(cases.map(([, , status]) => status))
  expect((await send(`${at}/upload`, 'empty.csv', '')).json()).toMatchObject({ error: { code: 'import.empty' } })
})

test('a file that is not wanted any more is thrown away', async () => {
  const made = (await send(`${at}/upload`, 'x.csv', 'port,depth\nRiga,15\n')).json<Import>()
  expect((await app.inject({ method: 'DELETE', url: `${at}/${made.id}` })).statusCode).toBe(204)
  expect((await app.inject({ method: 'DELETE', url: `${at}/${made.id}` })).statusCode).toBe(409)
})
