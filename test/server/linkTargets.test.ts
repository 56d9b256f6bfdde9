import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMember, newRole } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let lintel: WholeLintel
let anna: Maker
let bob: Maker
let dora: Maker
let home: Place
let targets: Readonly<Record<string, string>>

beforeAll(async () => {
  lintel = await openLintel('linktargets')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  const clients = await newEntity(anna, home, 'clients', [{ name: 'Open', uri: 'open', type: 'boolean' }])
  const client = { name: 'Client', uri: 'client', type: 'N:1', related_entity: clients.id }
  const orders = await newEntity(anna, home, 'orders', [client])
  const chosen = await newEntity(anna, home, 'chosen', [{ ...client, related_filter: 'open' }])
  // Bob reads every record and changes his own; Dora reads and changes her own alone.
  const roleReading = async (reads: string) => {
    const role = await newRole(lintel.database, home, { privileges: { [clients.id]: 'user' } })
    for (const { id } of [orders, chosen])
      for (const [action, scope] of Object.entries({ read: reads, create: 'user', update: 'user' }))
        await lintel.database.execute({
          text: `insert into "${home.schema}"._privilege (role_id, entity_id, action, scope) values ($1, $2, $3, $4)`,
          values: [role, id, action, scope],
        })
    return role
  }
  bob = await newMember(lintel, home, 'bob@example.org', [await roleReading('all')])
  dora = await newMember(lintel, home, 'dora@example.org', [await roleReading('user')])
  targets = {
    hidden: await made('clients', { name: 'Hers', open: true }),
    missing: randomUUID(),
    closed: await made('clients', { name: 'His', open: false, owner_id: bob.id }),
    open: await made('clients', { name: 'His open', open: true, owner_id: bob.id }),
  }
})
afterAll(() => lintel.close())

const at = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const made = async (set: string, body: object) =>
  (await expected(201, anna.send('POST', at(set), body))).json<{ id: string }>().id

/** The codes that somebody is answered when they link a record to each of the targets. */
async function answers(who: Maker, set: string, id: string) {
  const found: Record<string, number> = {}
  for (const [name, target] of Object.entries(targets))
    found[name] = (await who.send('PATCH', at(`${set}(${id})`), { client_id: target })).status
  return found
}

test.each(['orders', 'chosen'])(
  'what is wrong with a link is said after what is wrong with the record: %s',
  async (set) => {
    const hers = await made(set, { name: 'Hers' })
    const his = await made(set, { name: 'His', owner_id: bob.id })
    const same = (status: number) => Object.fromEntries(Object.keys(targets).map((name) => [name, status]))
    expect(await answers(bob, set, hers)).toEqual(same(403))
    expect(await answers(dora, set, hers)).toEqual(same(404))
    expect(await answers(bob, set, his)).toEqual({ ...same(422), open: 200, ...(set === 'orders' && { closed: 200 }) })
  },
)
