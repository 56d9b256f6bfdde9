import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place

type Row = Record<string, unknown> & { readonly id: string }

const records = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const made = async (set: string, body: object) =>
  (await expected(201, maker.send('POST', records(set), body))).json<Row>()

beforeAll(async () => {
  house = await openApiOn('written_dependents')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
})
afterAll(() => house.close())

describe('what comes along with another change', () => {
  test('holds to the conditions of fields like any write', async () => {
    const projects = await newEntity(maker, home, 'projects', [])
    await newEntity(maker, home, 'tasks', [
      { name: 'Project', uri: 'project', type: 'N:1', related_entity: projects.id },
      {
        name: 'Stage',
        uri: 'stage',
        type: 'text',
        validators: [{ name: 'expression', expression: 'stage <> "running" or project <> null' }],
      },
    ])
    const project = await made('projects', { name: 'Bridge' })
    const calm = await made('tasks', { name: 'Plan', stage: 'done', project_id: project.id })
    const busy = await made('tasks', { name: 'Build', stage: 'running', project_id: project.id })
    const remove = () => maker.send('DELETE', records(`projects(${project.id})`))
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({
      error: {
        code: 'record.dependantUnfit',
        message: expect.stringContaining('Build') as string,
        details: [{ code: 'validation.condition', target: 'stage' }],
      },
    })
    const task = async ({ id }: Row) => (await expected(200, maker.send('GET', records(`tasks(${id})`)))).json<Row>()
    expect(await task(calm)).toMatchObject({ project_id: project.id, version: 1 })
    await expected(200, maker.send('PATCH', records(`tasks(${busy.id})`), { stage: 'done' }))
    await expected(204, remove())
    expect(await task(calm)).toMatchObject({ project_id: null, version: 2 })
  })
})
