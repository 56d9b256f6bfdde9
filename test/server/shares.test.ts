import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShareRecord, Shares } from '#security/share.ts'
import { newMember, newRole } from '../support/access.ts'
import { openAdministration, refusalOf, type Administration } from '../support/administration.ts'
import { expected, type Answer, type Maker } from '../support/maker.ts'

let stage: Administration
let oscar: Maker
let rita: Maker
let sara: Maker
let record: string

/** Oscar owns a record, Rita and Sara have the scope *owned*: they see their own alone. */
beforeAll(async () => {
  stage = await openAdministration('shares')
  const { lintel, home, reader } = stage
  oscar = await newMember(lintel, home, 'oscar@example.org', [reader])
  rita = await newMember(lintel, home, 'rita@example.org', [reader])
  sara = await newMember(lintel, home, 'sara@example.org', [reader])
  record = await stage.newOrder(oscar.id, stage.root.id)
})
afterAll(() => stage.lintel.close())

const shareAt = (id: string, rest = '') => stage.at(`share/${stage.orders.id}/${id}${rest}`)
const orderAt = (id: string) => `/api/odata/v1/${stage.home.id}/orders(${id})`
const give = (by: Maker, to: string, rights: object = {}, id = record) =>
  by.send('POST', shareAt(id), { principal_id: to, ...rights })
const listed = async (by: Maker, id = record) => (await expected(200, by.send('GET', shareAt(id)))).json<Shares>()
const reads = async (who: Maker, id = record) => (await who.send('GET', orderAt(id))).status
const codeOf = async (answer: Promise<Answer>) => {
  const [status, code] = refusalOf(await answer)
  return `${status} ${code}`
}
/** The first of the problems of a refused body. */
const problemOf = async (answer: Promise<Answer>) => {
  const { error } = (await answer).json<{ error: { details: { code: string; target: string }[] } }>()
  return `${error.details[0]?.target} ${error.details[0]?.code}`
}
const end = (by: Maker, of: string, id = record) => by.send('DELETE', shareAt(id, `/${of}`))
const version = async () => {
  const [row] = await stage.lintel.database.query<{ access_version: number }>({
    text: `select access_version from "${stage.home.schema}"._version`,
  })
  return row?.access_version
}
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('[R147] a record that is shared singly', () => {
  test('is there for whom it was shared with at once, without a change of rights, and gone when that ends', async () => {
    const before = await version()
    expect(await reads(rita)).toBe(404)
    const { value } = (await expected(201, give(oscar, rita.id, { reason: 'Holiday' }))).json<Shares>()
    expect(value).toMatchObject([
      {
        principal: { id: rita.id, kind: 'member' },
        read: true,
        update: false,
        reason: 'Holiday',
        by: { id: oscar.id },
      },
    ])
    expect(await reads(rita)).toBe(200)
    const change = () => rita.send('PATCH', orderAt(record), { name: 'By Rita' }, { 'if-match': '*' })
    expect((await change()).status).toBe(403)
    await expected(200, oscar.send('PATCH', shareAt(record, `/${rita.id}`), { update: true }))
    expect((await change()).status).toBeLessThan(300)
    await expected(204, end(oscar, rita.id))
    expect(await reads(rita)).toBe(404)
    expect(await version()).toBe(before)
    const told = [...(await stage.events('recordShared')), ...(await stage.events('shareEnded'))]
    expect(told).toMatchObject([
      { subject: { name: 'orders' }, after: { record, rights: ['read'], reason: 'Holiday' } },
      { before: { record, rights: ['read', 'update'] } },
    ])
    expect(await stage.events('shareChanged')).toMatchObject([
      { before: { rights: ['read'] }, after: { rights: ['read', 'update'] } },
    ])
  })

  test('is there until its date', async () => {
    await expected(201, give(oscar, rita.id, { expires_on: later(1) }))
    expect(await reads(rita)).toBe(200)
    await stage.lintel.database.execute({
      text: `update "${stage.home.schema}"._share set expires_on = now() - interval '1 second' where principal_id = $1`,
      values: [rita.id],
    })
    expect(await reads(rita)).toBe(404)
    expect((await listed(oscar)).value).toMatchObject([{ over: true }])
    // What is over is no obstacle.
    await expected(201, give(oscar, rita.id))
    await expected(204, end(oscar, rita.id))
    expect(await problemOf(give(oscar, rita.id, { expires_on: '2020-01-01T00:00:00Z' }))).toBe('expires_on share.past')
  })

  test('counts for members of a team, and of a unit and the units below it', async () => {
    const north = await stage.newUnit('North')
    const port = await stage.newUnit('Port', north.id)
    await expected(200, stage.anna.send('PATCH', stage.at(`member/${sara.id}`), { unit_id: port.id }))
    const team = await stage.newTeam({ name: 'Helpers', kind: 'access', unit_id: stage.root.id, member_ids: [rita.id] })
    await expected(201, give(oscar, team.id))
    expect([await reads(rita), await reads(sara)]).toEqual([200, 404])
    await expected(201, give(oscar, north.id))
    expect(await reads(sara)).toBe(200)
    expect((await listed(sara)).value.map(({ principal }) => principal.name)).toEqual(['North'])
    await expected(204, stage.anna.send('DELETE', stage.at(`team/${team.id}`)))
    expect(await reads(rita)).toBe(404)
    await expected(204, end(oscar, north.id))
    await expected(200, stage.anna.send('PATCH', stage.at(`member/${sara.id}`), { unit_id: stage.root.id }))
  })

  test('goes to the trash with its shares, comes back with them, and takes them along when it ends', async () => {
    const id = await stage.newOrder(oscar.id, stage.root.id)
    await expected(201, give(oscar, rita.id, {}, id))
    await expected(204, oscar.send('DELETE', orderAt(id), undefined, { 'if-match': '*' }))
    expect(await codeOf(oscar.send('GET', shareAt(id)))).toBe('404 record.unknown')
    const trash = `/api/trash/v1/${stage.home.id}/${stage.orders.id}`
    await expected(200, oscar.send('POST', `${trash}/restore`, { ids: [id] }))
    expect(await reads(rita, id)).toBe(200)
    await expected(204, oscar.send('DELETE', orderAt(id), undefined, { 'if-match': '*' }))
    expect((await stage.anna.send('POST', `${trash}/purge`, { ids: [id] })).status).toBeLessThan(300)
    const left = await stage.lintel.database.query({
      text: `select from "${stage.home.schema}"._share where record_id = $1`,
      values: [id],
    })
    expect(left).toEqual([])
  })
})

describe('whoever shares', () => {
  test('is the owner, an administrator, or whom that was given; a reader is not', async () => {
    await expected(201, give(oscar, rita.id))
    expect(await listed(rita)).toMatchObject({ may: [], value: [{ principal: { id: rita.id }, changeable: false }] })
    expect(await codeOf(give(rita, sara.id))).toBe('403 request.forbidden')
    expect(await codeOf(rita.send('GET', shareAt(record, '/receiver?search=sara')))).toBe('403 request.forbidden')
    await expected(200, oscar.send('PATCH', shareAt(record, `/${rita.id}`), { share: true }))
    expect((await listed(rita)).may).toEqual(['read', 'share'])
    await expected(201, give(rita, sara.id))
    expect((await listed(stage.anna)).may).toEqual(['read', 'update', 'delete', 'share'])
    await expected(204, end(stage.anna, sara.id))
    await expected(204, end(oscar, rita.id))
  })

  test('gives no more than they hold on the record, and for no longer', async () => {
    const until = later(2)
    await expected(201, give(oscar, rita.id, { share: true, expires_on: until }))
    expect(await codeOf(give(rita, sara.id, { update: true, expires_on: until }))).toBe('403 access.exceeds')
    expect(await problemOf(give(rita, sara.id))).toBe('expires_on share.later')
    expect(await problemOf(give(rita, sara.id, { expires_on: later(3) }))).toBe('expires_on share.later')
    await expected(201, give(rita, sara.id, { expires_on: later(1) }))
    expect(await codeOf(rita.send('PATCH', shareAt(record, `/${sara.id}`), { delete: true }))).toBe(
      '403 access.exceeds',
    )
    expect(await codeOf(rita.send('PATCH', shareAt(record, `/${rita.id}`), { update: true }))).toBe(
      '403 request.forbidden',
    )
    await expected(204, end(rita, sara.id))
    await expected(204, end(oscar, rita.id))
  })

  test('an owner without the right to delete gives none', async () => {
    const { lintel, home, orders } = stage
    const writer = await newRole(lintel.database, home, {
      name: 'Writer',
      privileges: { [orders.id]: { read: 'owned', update: 'owned' } },
    })
    const willa = await newMember(lintel, home, 'willa@example.org', [writer])
    const id = await stage.newOrder(willa.id, stage.root.id)
    expect((await listed(willa, id)).may).toEqual(['read', 'update', 'share'])
    expect(await codeOf(give(willa, rita.id, { delete: true }, id))).toBe('403 access.exceeds')
  })

  test('may give back what one was given', async () => {
    await expected(201, give(oscar, rita.id))
    await expected(201, give(oscar, sara.id))
    expect(await codeOf(end(rita, sara.id))).toBe('404 share.unknown')
    await expected(204, end(rita, rita.id))
    await expected(204, end(oscar, sara.id))
  })

  test('finds people, teams and units by a part of their names, without the owner', async () => {
    await stage.newTeam({ name: 'Oslo team', kind: 'owner', unit_id: stage.root.id, member_ids: [] })
    await stage.newUnit('Oslo unit')
    const found = await expected(200, oscar.send('GET', shareAt(record, '/receiver?search=os')))
    const { value } = found.json<{ value: { name: string; kind: string; id: string }[] }>()
    expect(value.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['team Oslo team', 'unit Oslo unit'])
    expect(value.some(({ id }) => id === oscar.id)).toBe(false)
  })

  test('is told for which rights a receiver has no scope', async () => {
    const nobody = await newMember(stage.lintel, stage.home, 'nobody@example.org')
    const { value } = (await expected(201, give(oscar, nobody.id, { update: true }))).json<Shares>()
    const mine = value.find(({ principal }) => principal.id === nobody.id)
    expect(mine?.idle).toEqual(['read', 'update'] satisfies ShareRecord['idle'])
    expect(await reads(nobody)).toBe(404)
    await expected(204, end(oscar, nobody.id))
  })
})

describe('what is not shared', () => {
  test('a record that one does not read is not there, nor are its shares', async () => {
    expect(await codeOf(rita.send('GET', shareAt(record)))).toBe('404 record.unknown')
    expect(await codeOf(give(rita, rita.id))).toBe('404 record.unknown')
    expect(await codeOf(oscar.send('GET', shareAt(randomUUID())))).toBe('404 record.unknown')
    expect(await codeOf(oscar.send('DELETE', shareAt(record, `/${rita.id}`)))).toBe('404 share.unknown')
  })

  test('with whom it is shared already, its owner, and nobody', async () => {
    await expected(201, give(oscar, rita.id))
    expect(await codeOf(give(oscar, rita.id))).toBe('409 share.exists')
    await expected(204, end(oscar, rita.id))
    expect(await problemOf(give(stage.anna, oscar.id))).toBe('principal_id share.owner')
    expect(await codeOf(give(oscar, randomUUID()))).toBe('404 member.unknown')
    expect(await codeOf(give(oscar, stage.theirUnit))).toBe('404 member.unknown')
  })

  test('anything while the switch of the feature or of the table is off; what was given is kept', async () => {
    const { anna, home, orders } = stage
    await expected(201, give(oscar, rita.id))
    const set = (on: boolean) => anna.send('PATCH', `/api/feature/v1/${home.id}`, { key: 'recordsharing', on })
    await expected(200, set(false))
    expect(await codeOf(give(oscar, sara.id))).toBe('422 feature.off')
    await expected(200, set(true))
    const table = (recordsharing: boolean) =>
      anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${orders.id}`, { recordsharing })
    await expected(200, table(false))
    expect(await codeOf(give(oscar, sara.id))).toBe('422 share.off')
    expect(await reads(rita)).toBe(404)
    await expected(200, table(true))
    expect(await reads(rita)).toBe(200)
    await expected(204, end(oscar, rita.id))
  })

  test('a mail tells the receiver in their language, with nothing of the record in it', async () => {
    await expected(200, rita.send('PATCH', '/api/user/v1/me', { locale: 'lv' }))
    await expected(201, give(oscar, rita.id))
    const mails = (await oscar.send('GET', '/dev/mail.json')).json<{
      value: { to: string; subject: string; text: string }[]
    }>().value
    const mail = mails.find(({ to, subject }) => to === 'rita@example.org' && subject.includes('kopīgoja'))
    expect(mail?.text).toContain(`/${stage.home.id}/entity/${stage.orders.id}/${record}`)
    expect(mail?.text).not.toContain('By Rita')
    await expected(204, end(oscar, rita.id))
  })

  test('who gives and takes the same again and again fills no mail box; the shares are given all the same', async () => {
    for (let time = 0; time < 32; time++) {
      await expected(201, give(oscar, sara.id))
      await expected(204, end(oscar, sara.id))
    }
    const [kept] = await stage.lintel.database.query<{ refused: boolean }>({
      text: `select bool_or(tries >= 30 and not allowed) as refused from lintel.rate_limit`,
    })
    expect(kept?.refused).toBe(true)
  })
})
