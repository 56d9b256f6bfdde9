import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Import } from '#records/exchange/import/settings.ts'
import { newMember, newRole } from '../support/access.ts'
import { openAdministration, refusalOf, type Administration } from '../support/administration.ts'
import { planOf } from '../support/imports.ts'
import { expected, newEntity, type Maker } from '../support/maker.ts'
import { upload } from '../support/uploads.ts'

let stage: Administration
beforeAll(async () => void (stage = await openAdministration('share_reach')))
afterAll(() => stage.lintel.close())

describe('a record that one reaches by nothing but a share', () => {
  test('is not put below another one from which shares are carried on: neither by a change nor by a file', async () => {
    const { anna, home, lintel } = stage
    const parents = await newEntity(anna, home, 'parents', [])
    const lookup = { name: 'Parent', uri: 'parent', type: 'N:1', related_entity: parents.id }
    const children = await newEntity(anna, home, 'children', [lookup])
    const relationships = `/api/metadata/relationship/v1/${home.id}`
    const [over] = (await anna.send('GET', relationships)).json<{ value: { id: string; to_entity: string }[] }>().value
    await expected(200, anna.send('PATCH', `${relationships}/${over?.id}`, { on_share: 'cascade' }))
    for (const { id } of [parents, children])
      await expected(200, anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${id}`, { recordsharing: true }))
    const privileges = { [parents.id]: 'user', [children.id]: 'user' } as const
    const clerk = await newRole(lintel.database, home, { privileges, activities: ['import'] })
    const mallory = await newMember(lintel, home, 'mallory@example.org', [clerk])
    const eve = await newMember(lintel, home, 'eve@example.org', [clerk])
    const at = (place: string) => `/api/odata/v1/${home.id}/${place}`
    const made = async (by: Maker, table: string, name: string) =>
      (await expected(201, by.send('POST', at(table), { name }))).json<{ id: string }>().id
    const share = (by: Maker, table: string, id: string, to: Maker) =>
      by.send('POST', stage.at(`share/${table}/${id}`), { principal_id: to.id, update: true })

    const theirs = await made(anna, 'children', 'Theirs')
    await expected(201, share(anna, children.id, theirs, mallory))
    const parent = await made(mallory, 'parents', 'Mine')
    await expected(201, share(mallory, parents.id, parent, eve))
    const own = await made(mallory, 'children', 'Own')
    const move = (id: string) => mallory.send('PATCH', at(`children(${id})`), { parent_id: parent })
    expect(refusalOf(await move(theirs))).toEqual([403, 'request.forbidden'])
    expect((await mallory.send('PATCH', at(`children(${theirs})`), { name: 'Changed' })).status).toBeLessThan(300)

    const file = `id,parent_id\n${theirs},${parent}\n`
    const uploaded = await upload(mallory.send, `/api/import/v1/${home.id}/upload`, 'moves.csv', file)
    const known = (await expected(201, Promise.resolve(uploaded))).json<Import>()
    const { settings, target } = planOf(known, children.id)
    const columns = target.columns.map(({ attribute: _new, ...column }, index) => ({
      ...column,
      field: index === 0 ? 'id' : 'parent',
    }))
    const keyed = { settings, target: { ...target, columns, keys: ['id'] } }
    const checked = await mallory.send('POST', `/api/import/v1/${home.id}/${known.id}/dryrun`, keyed)
    expect(checked.text).toContain('request.forbidden')
    expect((await eve.send('GET', at(`children(${theirs})`))).status).toBe(404)

    // What is one's own may be moved, and so may what a role reaches.
    expect((await move(own)).status).toBeLessThan(300)
    expect((await eve.send('GET', at(`children(${own})`))).status).toBe(200)
    expect((await anna.send('PATCH', at(`children(${theirs})`), { parent_id: parent })).status).toBeLessThan(300)
    expect((await eve.send('GET', at(`children(${theirs})`))).status).toBe(200)
  })
})
