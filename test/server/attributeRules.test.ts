import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../support/access.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Answer, type Maker, type Place } from '../support/maker.ts'

type Row = Readonly<Record<string, unknown>>

let house: TestApi
let maker: Maker
let place: Place
let root: string
let orders: string

const ids = { country: idOf(1), mail: idOf(2) }

beforeAll(async () => {
  house = await openApiOn('attributerules')
  maker = await newMaker(house.send, 'ilze@example.org')
  place = await newEnvironment(maker, 'acme')
  const made = await newEntity(maker, place, 'orders', [
    { name: 'Number', uri: 'number', type: 'autonumber', format: 'INV-{YYYY}-{0000}' },
    { name: 'Gapless', uri: 'gapless', type: 'autonumber', format: '{000}', nogaps: true },
    { name: 'Code', uri: 'code', type: 'text', unique: true },
    { name: 'Pin', uri: 'pin', type: 'password' },
    { name: 'Letter', uri: 'letter', type: 'wysiwyg', maxlength: 1000 },
    { id: ids.country, name: 'Country', uri: 'country', type: 'select', options: [of('lv'), of('es')] },
    {
      name: 'City',
      uri: 'city',
      type: 'select',
      parent_attribute: ids.country,
      options: [of('riga', 'lv'), of('madrid', 'es'), of('other'), { ...of('memel'), active: false }],
    },
    {
      name: 'Cities',
      uri: 'cities',
      type: 'multiselect',
      parent_attribute: ids.country,
      options: [of('riga', 'lv'), of('liepaja', 'lv'), of('madrid', 'es'), { ...of('memel'), active: false }],
    },
    { id: ids.mail, name: 'Mail', uri: 'mail', type: 'email' },
    {
      name: 'Again',
      uri: 'again',
      type: 'email',
      title: 'Not the same',
      validators: [{ name: 'same-as', attribute: ids.mail }],
    },
    { name: 'Due', uri: 'due', type: 'date', validators: [{ name: 'future' }] },
    { name: 'Account', uri: 'account', type: 'text', validators: [{ name: 'iban' }] },
    { name: 'Person', uri: 'person', type: 'user' },
    { name: 'Crew', uri: 'crew', type: 'team' },
  ])
  orders = made.id
  root = `/api/odata/v1/${place.id}/orders`
})
afterAll(() => house.close())

describe('numbers that the system gives', () => {
  test('follow one another in the form that the maker chose, also when many records are made at once', async () => {
    const first = await made({})
    const year = new Date().getUTCFullYear()
    expect(first['number']).toMatch(new RegExp(`^INV-${year}-\\d{4}$`))
    const numbers = await Promise.all(
      Array.from({ length: 20 }, async () => Number(String((await made({}))['number']).slice(-4))),
    )
    const begin = Number(String(first['number']).slice(-4)) + 1
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => begin + index))
  })

  test('without gaps skip none where a record was refused', async () => {
    const before = await made({ code: 'one' })
    await Promise.all([refused({ code: 'one' }), refused({ person: idOf(77) })])
    const taken = await maker.send('PATCH', `${root}(${String(before['id'])})`, {}, { 'if-none-match': '*' })
    expect(taken.status).toBeGreaterThanOrEqual(400)
    const after = await made({})
    expect(Number(after['gapless'])).toBe(Number(before['gapless']) + 1)
    expect(String(after['gapless'])).toMatch(/^\d{3}$/)
  })

  test('are nobody’s to give or change: what only the server sets is passed over', async () => {
    const { id, number } = await made({ number: 'INV-1' })
    expect(number).not.toBe('INV-1')
    expect((await changedTo(id, { number: 'INV-1', code: 'other' }))['number']).toBe(number)
    const whole = await expected(200, maker.send('PUT', `${root}(${String(id)})`, { code: 'whole' }))
    expect(whole.json()).toMatchObject({ number, code: 'whole' })
  })

  test('are given in a batch as well, where all or nothing is done', async () => {
    const requests = [1, 2].map((id) => ({
      id: String(id),
      method: 'POST',
      url: 'orders',
      body: {},
      atomicityGroup: 'all',
    }))
    const answer = await expected(200, maker.send('POST', `/api/odata/v1/${place.id}/$batch`, { requests }))
    const [one, two] = answer.json<{ responses: { status: number; body: Row }[] }>().responses
    expect([one?.status, two?.status]).toEqual([201, 201])
    expect(Number(two?.body['gapless'])).toBe(Number(one?.body['gapless']) + 1)
    expect(two?.body['number']).not.toBe(one?.body['number'])
  })
})

describe('a password', () => {
  test('is kept as a hash, and is in no answer, description, filter, event or audit row', async () => {
    const { id, ...row } = await made({ pin: 'correct horse' })
    expect(row).not.toHaveProperty('pin')
    const [stored] = await rows(`select pin from "${place.schema}".orders where id = $1`, id)
    expect(String(stored?.['pin'])).toMatch(/^\$argon2id\$/)
    expect(await verify(String(stored?.['pin']), 'correct horse')).toBe(true)
    for (const query of ['$select=pin', "$filter=pin eq 'x'", '$orderby=pin'])
      expect((await maker.send('GET', `${root}?${encodeURI(query)}`)).status, query).toBe(400)
    const said = await maker.send('GET', `/api/odata/v1/${place.id}/$metadata`)
    expect(said.text).not.toContain('"pin"')
    const left = await rows(
      `select e.before::text || e.after::text as event, a.changes::text as audit from "${place.schema}"._event e
       join "${place.schema}"._audit a using (record_id) where e.record_id = $1`,
      id,
    )
    expect(left).not.toHaveLength(0)
    expect(JSON.stringify(left)).not.toMatch(/pin|argon2/)
  })

  test('is replaced by another one and taken away', async () => {
    const { id } = await made({ pin: 'correct horse' })
    const changed = await changedTo(id, { pin: 'battery staple' })
    expect(changed['version']).toBe(2)
    const hash = async () => (await rows(`select pin from "${place.schema}".orders where id = $1`, id))[0]?.['pin']
    expect(await verify(String(await hash()), 'battery staple')).toBe(true)
    await changedTo(id, { pin: null })
    expect(await hash()).toBeNull()
  })
})

describe('formatted text', () => {
  test.each([
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<svg><script>alert(1)</script></svg><p onclick="x()">ok</p>', '<p>ok</p>'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<table></table>',
    ],
    ['<p style="color:#ff0000;background:url(javascript:1)">a</p>', '<p style="color:#ff0000">a</p>'],
    ['<b>1 &lt; 2</b>', '<b>1 &lt; 2</b>'],
  ])('%s is kept without what could do harm', async (given, kept) => {
    const { id, letter } = await made({ letter: given })
    expect(letter).toBe(kept)
    expect((await changedTo(id, { letter: `${given}!` }))['letter']).not.toMatch(/onerror|script|javascript|onclick/)
  })

  test('counts its length when it is clean', async () => {
    expect(await refused({ letter: '&'.repeat(900) })).toEqual([['letter', 'validation.tooLong']])
  })
})

describe('choices', () => {
  test('that depend on another are checked with it, also when only one of the two is changed', async () => {
    expect(await refused({ country: 'es', city: 'riga' })).toEqual([['city', 'validation.option']])
    expect(await refused({ city: 'riga' })).toEqual([['city', 'validation.option']])
    expect(await refused({ country: 'lv', cities: ['riga', 'madrid'] })).toEqual([['cities', 'validation.option']])
    const { id } = await made({ country: 'lv', city: 'riga', cities: ['riga', 'liepaja'] })
    expect(await refusedChange(id, { city: 'madrid' })).toEqual([['city', 'validation.option']])
    expect(await refusedChange(id, { country: 'es' })).toEqual([
      ['city', 'validation.option'],
      ['cities', 'validation.option'],
    ])
    expect(await refusedChange(id, { country: 'es', city: 'madrid' })).toEqual([['cities', 'validation.option']])
    await changedTo(id, { city: 'other', cities: ['liepaja'] })
    await changedTo(id, { country: 'es', city: 'madrid', cities: null })
  })

  test('that are not offered any more stay where they are and are chosen no more', async () => {
    expect(await refused({ city: 'memel' })).toEqual([['city', 'validation.option']])
    const { id } = await made({ city: 'other' })
    expect(await refusedChange(id, { city: 'memel' })).toEqual([['city', 'validation.option']])
    await house.database.execute({
      text: `update "${place.schema}".orders set city = 'memel', cities = '{memel}' where id = $1`,
      values: [id],
    })
    expect((await changedTo(id, { city: 'memel', code: 'kept' }))['code']).toBe('kept')
    await changedTo(id, { cities: ['memel'], code: 'kept too' })
  })
})

describe('named checks', () => {
  test('[R166] look at the value, at the clock, and at another value', async () => {
    expect(await refused({ account: 'LV80BANK0000435195002' })).toEqual([['account', 'validation.iban']])
    await made({ account: 'LV80 BANK 0000 4351 9500 1' })
    expect(await refused({ due: '2001-01-01' })).toEqual([['due', 'validation.future']])
    await made({ due: new Date().toISOString().slice(0, 10) })
    expect(await refused({ mail: 'a@example.com', again: 'b@example.com' })).toEqual([['again', 'validation.sameAs']])
    const { id } = await made({ mail: 'a@example.com', again: 'a@example.com' })
    const answer = await change(id, { mail: 'b@example.com' })
    expect(answer.text).toContain('Not the same')
    await changedTo(id, { mail: 'b@example.com', again: 'b@example.com' })
  })

  test('are refused without a word of another value that is hidden from their writer', async () => {
    const { id } = await made({ mail: 'a@example.com', again: 'a@example.com' })
    const without = async (attribute_id: string) => {
      const draft = {
        name: `Without ${attribute_id}`,
        privileges: (['read', 'update'] as const).map((action) => ({ entity_id: orders, action, scope: 'all' })),
        fields: [{ attribute_id, may_read: false, may_update: false }],
      }
      const role = await expected(201, maker.send('POST', `/api/security/v1/${place.id}/role`, draft))
      const { send } = await newMember(house, place, `no${attribute_id.at(-1)}@example.com`, [
        role.json<Row & { id: string }>().id,
      ])
      const answer = await expected(422, send('PATCH', `${root}(${String(id)})`, { again: 'c@example.com' }))
      return [problemsOf(answer), answer.text.includes('"Mail"')]
    }
    expect(await without(ids.mail)).toEqual([[['again', 'validation.condition']], false])
    expect(await without(ids.country)).toEqual([[['again', 'validation.sameAs']], false])
  })

  test('a user is a member, a team a team', async () => {
    const { person_id: person } = await made({ person_id: maker.id })
    expect(person).toBe(maker.id)
    expect(await refused({ person_id: idOf(9) })).toEqual([['person_id', 'validation.lookup']])
    expect(await refused({ crew_id: maker.id })).toEqual([['crew_id', 'validation.lookup']])
    const answer = await maker.send('GET', `${root}?$filter=person_id eq ${maker.id}&$expand=person`)
    expect(answer.json<{ value: Row[] }>().value[0]?.['person']).toMatchObject({ id: maker.id })
  })
})

const create = (body: object) => maker.send('POST', root, body)
const change = (id: unknown, body: object) => maker.send('PATCH', `${root}(${String(id)})`, body)

async function made(body: object): Promise<Row> {
  return (await expected(201, create(body))).json()
}

async function changedTo(id: unknown, body: object): Promise<Row> {
  return (await expected(200, change(id, body))).json()
}

const refused = async (body: object) => problemsOf(await expected(422, create(body)))
const refusedChange = async (id: unknown, body: object) => problemsOf(await expected(422, change(id, body)))

function problemsOf(answer: Answer): unknown[] {
  type Problem = { code: string; target?: string }
  const { error } = answer.json<{ error: Problem & { details?: Problem[] } }>()
  return (error.details ?? [error]).map(({ target, code }) => [target, code])
}

function rows(text: string, id: unknown): Promise<Row[]> {
  return house.database.query<Row>({ text, values: [id] })
}

function of(value: string, parent?: string): object {
  return { value, label: value, ...(parent ? { parent } : {}) }
}

function idOf(number: number): string {
  return `0190a6e0-0000-7000-8000-${String(number).padStart(12, '0')}`
}
