import { randomUUID } from 'node:crypto'
import type { RoleRecord } from '../../src/security/role.ts'
import type { TeamRecord } from '../../src/security/team.ts'
import type { UnitRecord } from '../../src/security/unit.ts'
import { newRole } from './access.ts'
import { openLintel, type WholeLintel } from './lintel.ts'
import {
  expected,
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Maker,
  type Named,
  type Place,
} from './maker.ts'

export type Order = { readonly owner_id: string; readonly owning_unit_id: string; readonly version: string }
export type RightsEvent = {
  readonly subject: { readonly name: string }
  readonly before: unknown
  readonly after: unknown
}

/** An environment of Anna's with one table, whose members, teams and units are administered. */
export type Administration = {
  readonly lintel: WholeLintel
  readonly anna: Maker
  readonly home: Place
  readonly orders: Named
  readonly root: UnitRecord
  /** A role with scope *owned* on orders for all four actions. */
  readonly reader: string
  /** A unit of somebody else's environment. */
  readonly theirUnit: string
  at(path: string): string
  units(): Promise<UnitRecord[]>
  administratorRole(): Promise<string>
  events(kind: string): Promise<RightsEvent[]>
  newUnit(name: string, parent?: string): Promise<UnitRecord>
  newTeam(draft: object): Promise<TeamRecord>
  newOrder(owner: string, unit: string): Promise<string>
  orderOf(id: string): Promise<Order | undefined>
}

/** The status and the code of a refusal. */
export function refusalOf(answer: Answer): [number, string] {
  return [answer.status, answer.json<{ error: { code: string } }>().error.code]
}

export async function openAdministration(name: string): Promise<Administration> {
  const lintel = await openLintel(name)
  const anna = await newMaker(lintel.send, 'anna@example.org')
  const home = await newEnvironment(anna, 'home')
  const orders = await newEntity(anna, home, 'orders', [])
  const privileges = { [orders.id]: 'owned' as const }
  const reader = await newRole(lintel.database, home, { name: 'Reader', privileges })
  const berta = await newMaker(lintel.send, 'berta@example.org')
  const foreign = await newEnvironment(berta, 'foreign')
  const at = (path: string) => `/api/security/v1/${home.id}/${path}`
  const units = async () => (await anna.send('GET', at('unit'))).json<{ value: UnitRecord[] }>().value
  const root = (await units()).find(({ parent_id }) => parent_id === null)
  if (!root) throw new Error('no root unit')
  return {
    lintel,
    anna,
    home,
    orders,
    root,
    reader,
    at,
    units,
    theirUnit: await rootOf(lintel, foreign),
    async administratorRole() {
      const { value } = (await anna.send('GET', at('role'))).json<{ value: RoleRecord[] }>()
      return value.find((role) => role.administrator)?.id ?? ''
    },
    events: (kind) =>
      lintel.database.query<RightsEvent>({
        text: `select changes->'subject' as subject, changes->'before' as before, changes->'after' as after
          from "${home.schema}"._audit where area = 'security' and kind = $1 order by seq`,
        values: [kind],
      }),
    async newUnit(unit, parent = root.id) {
      const made = anna.send('POST', at('unit'), { name: unit, parent_id: parent })
      return (await expected(201, made)).json<UnitRecord>()
    },
    async newTeam(draft) {
      return (await expected(201, anna.send('POST', at('team'), draft))).json<TeamRecord>()
    },
    async newOrder(owner, unit) {
      const id = randomUUID()
      await lintel.database.execute({
        text: `insert into "${home.schema}".orders (id, name, created_on, created_by_id, updated_on, updated_by_id,
            owner_id, owning_unit_id)
          values ($1, 'Order', now(), $2, now(), $2, $2, $3)`,
        values: [id, owner, unit],
      })
      return id
    },
    async orderOf(id) {
      const [order] = await lintel.database.query<Order>({
        text: `select owner_id, owning_unit_id, version from "${home.schema}".orders where id = $1`,
        values: [id],
      })
      return order
    },
  }
}

async function rootOf({ database }: WholeLintel, { schema }: Place): Promise<string> {
  const [unit] = await database.query<{ id: string }>({ text: `select id from "${schema}"._unit` })
  return unit?.id ?? ''
}
