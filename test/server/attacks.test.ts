import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentAttacks, naiveFolder } from '../attacks/content.ts'
import { doorAttacks } from '../attacks/door.ts'
import { recordAttacks, type Prey } from '../attacks/records.ts'
import type { Attack } from '../attacks/attack.ts'
import { bumpAccess, newMember, newRole } from '../support/access.ts'
import { expected, newEntity, newEnvironment, newMaker, type Named } from '../support/maker.ts'
import { openThings, type Things } from '../support/things.ts'

// Each attack is made on a naive twin first: one that gains nothing there would show nothing here.

let things: Things
let attacks: readonly Attack[] = []
beforeAll(async () => {
  things = await openThings('attacks_twins')
  const prey = await lay(things)
  attacks = [...doorAttacks(prey), ...recordAttacks(prey), ...(await contentAttacks(things))]
}, 60_000)
afterAll(async () => {
  await rm(naiveFolder(things), { recursive: true, force: true })
  await things.lintel.close()
})

/** What is not for the attackers, and who they are. */
async function lay(on: Things) {
  const { lintel, maker, home, entity, record, records } = on
  const attributes = `/api/metadata/attribute/v1/${home.id}/${entity.id}`
  for (const [uri, type] of [
    ['pin', 'text'],
    ['story', 'wysiwyg'],
    ['papers', 'file'],
  ] as const)
    await expected(201, maker.send('POST', attributes, { name: uri, uri, type }))
  const pin = '481516'
  await expected(200, maker.send('PATCH', records(`(${record})`), { title: 'Top secret', pin }))
  const { value } = (await maker.send('GET', attributes)).json<{ value: Named[] }>()

  const notes = await newEntity(maker, home, 'notes', [
    { name: 'Thing', uri: 'thing', type: 'N:1', related_entity: entity.id },
  ])
  const address = (set: string) => `/api/odata/v1/${home.id}/${set}`
  await expected(201, maker.send('POST', address('notes'), { name: 'A note', thing_id: record }))
  await newEntity(maker, home, 'kept', [])
  const closedEntity = await newEntity(maker, home, 'closed', [])
  const made = await expected(201, maker.send('POST', address('closed'), { name: 'Ours' }))
  await expected(200, maker.send('PATCH', `/api/metadata/entity/v1/${home.id}/${closedEntity.id}`, { editable: false }))

  const role = await newRole(lintel.database, home, { privileges: { [entity.id]: 'user', [notes.id]: 'all' } })
  await lintel.database.execute({
    text: `insert into "${home.schema}"._field_rule values ($1, $2, false, false)`,
    values: [role, value.find(({ uri }) => uri === 'pin')?.id],
  })
  await bumpAccess(lintel.database, home.schema)
  const inviting = await newRole(lintel.database, home, { activities: ['manage-users'] })

  const berta = await newMaker(lintel.send, 'berta@example.org')
  const foreign = await newEnvironment(berta, 'foreign')
  await newEntity(berta, foreign, 'kept', [])
  await expected(201, berta.send('POST', `/api/odata/v1/${foreign.id}/kept`, { name: 'Foreign secret' }))
  const prey: Prey = {
    ...on,
    eve: await newMember(lintel, home, 'eve@example.org', [role]),
    notes,
    closed: { entity: closedEntity, record: made.json<{ id: string }>().id },
    pin,
  }
  return { ...prey, foreign, inviter: await newMember(lintel, home, 'inviter@example.org', [inviting]) }
}

describe('an attack', () => {
  test('gains something from each naive twin', async () => {
    const gained = await Promise.all(
      attacks.map(async ({ name, naive }) => [name, (await naive()).length > 0] as const),
    )
    expect(gained.filter(([, gains]) => !gains)).toEqual([])
    expect(gained.length).toBeGreaterThan(25)
  }, 60_000)

  test('gains nothing here', async () => {
    const gained: string[][] = []
    for (const { name, ours } of attacks) gained.push([name, ...(await ours())])
    expect(gained.filter(([, ...found]) => found.length > 0)).toEqual([])
  }, 120_000)
})
