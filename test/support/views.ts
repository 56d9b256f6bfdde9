import { createHttp } from '../../src/platform/server/http/server.ts'
import { newId } from '../../src/platform/server/newId.ts'
import type { Http } from '../../src/platform/server/http/validation.ts'
import { activities } from '../../src/environments/activity.ts'
import { entityRoutes } from '../../src/entities/server/entities.routes.ts'
import { fault } from '../../src/faults/fault.ts'
import { defaultViewId } from '../../src/views/defaultView.ts'
import { viewRoutes } from '../../src/views/server/views.routes.ts'
import { viewDefinitions, viewsPart, type ViewContext } from '../../src/views/server/views.ts'
import type { View } from '../../src/views/view.ts'
import { definitionsGround, type DefinitionsGround } from './definitions.ts'

export type ViewAnswer = {
  status: number
  body: Record<string, unknown> & Partial<View>
  etag: string | undefined
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** An entity with eleven texts and a day, and the address of its views. */
export type Viewed = { entity: string; base: string; attributes: Record<string, string>; first: string }

/** The routes of views over a real database, asked by a maker or, with `asBob`, by a member with one role. */
export type ViewsGround = {
  readonly ground: DefinitionsGround
  readonly bob: string
  readonly salesRole: string
  call(method: Method, path: string, payload?: unknown, headers?: Record<string, string>): Promise<ViewAnswer>
  newEntity(): Promise<Viewed>
  viewsOf(at: Viewed, headers?: Record<string, string>): Promise<View[]>
  stop(): Promise<void>
}

export const asBob = { 'x-person': 'bob' }

export async function viewsGround(name: string): Promise<ViewsGround> {
  const ground = await definitionsGround(name, [viewDefinitions])
  const [ann, bob, salesRole, unit] = [newId(), newId(), newId(), newId()]
  const { schema } = ground.context.environment
  await ground.database.execute({ text: `create table "${schema}"."_team_member" (team_id uuid, member_id uuid)` })
  const app = await routes()
  let made = 0

  async function routes(): Promise<Http> {
    const http = await createHttp({ ground: ground.context, logger: undefined, trustProxy: false })
    const contextOf = ({ headers }: { headers: Record<string, unknown> }): ViewContext => {
      const isMaker = headers['x-person'] !== 'bob'
      const roles = isMaker ? [] : [salesRole]
      const heldRights = { activities: new Set(isMaker ? activities : []) }
      const id = isMaker ? ann : bob
      const member = { id, heldRights, unitId: unit, roles, administrator: isMaker, developerMode: isMaker }
      return { ...ground.context, member }
    }
    const deps = { changes: ground.changes, models: ground.models, contextOf }
    entityRoutes(http, { ...deps, beside: (request, model) => viewsPart(contextOf(request), model) })
    viewRoutes(http, {
      ...deps,
      requireMaker(request) {
        if (request.headers['x-person'] === 'bob') throw fault('request.forbidden')
      },
    })
    return http
  }
  const call: ViewsGround['call'] = async (method, path, payload, headers = {}) => {
    const response = await app.inject({
      method,
      url: `/api/metadata/${path.replace('{envid}', ground.context.environment.id)}`,
      headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    const etag = response.headers.etag
    return { status: response.statusCode, body: response.body === '' ? {} : response.json(), etag: etag?.toString() }
  }
  return {
    ground,
    bob,
    salesRole,
    call,
    async newEntity() {
      made += 1
      const texts = Array.from({ length: 11 }, (_, at) => ({ name: `Field ${at}`, uri: `field${at}`, type: 'text' }))
      const { body } = await call('POST', 'entity/v1/{envid}', {
        name: 'Order',
        collectionname: 'Orders',
        uri: `orders${String.fromCodePoint(96 + made)}`,
        attributes: [...texts, { name: 'Due', uri: 'due', type: 'date' }],
      })
      const id = String(body['id'])
      const list = body['attributes'] as { id: string; uri: string }[]
      return {
        entity: id,
        base: `view/v1/{envid}/${id}`,
        attributes: Object.fromEntries(list.map((each) => [each.uri, each.id])),
        first: defaultViewId(id),
      }
    },
    viewsOf: async ({ base }, headers = {}) => (await call('GET', base, undefined, headers)).body['value'] as View[],
    async stop() {
      await app.close()
      await ground.stop()
    },
  }
}

/** The first thing that was refused, and where. */
export function refusalOf({ body }: ViewAnswer): { code: string; target?: string } | undefined {
  const error = body['error'] as { code: string; target?: string; details?: { code: string; target?: string }[] }
  return error.details?.[0] ?? error
}

/** That many columns of the entity's texts. */
export function columnsOf({ attributes }: Viewed, count: number) {
  return Array.from({ length: count }, (_, at) => ({ attribute: attributes[`field${at}`] }))
}
