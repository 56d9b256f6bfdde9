import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
let customers: Named
let invoices: Named

beforeAll(async () => {
  house = await openApiOn('formulas')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  customers = await newEntity(maker, home, 'customers', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Discount', uri: 'discount', type: 'decimal', scale: 4 },
  ])
  invoices = await newEntity(maker, home, 'invoices', [
    { name: 'Net', uri: 'net', type: 'decimal', scale: 4 },
    { name: 'Count', uri: 'count', type: 'number' },
    { name: 'Due', uri: 'due', type: 'date' },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  await expected(201, variable({ key: 'vat', type: 'number', value: '0.21' }))
})
afterAll(() => house.close())

type Row = Record<string, unknown>
type Problem = { code: string; message: string; target?: string; position?: number }
type Failure = { error: Problem & { details?: Problem[] } }

const variable = (body: object) => maker.send('POST', `/api/variable/v1/${home.id}`, body)
const attribute = (entity: Named, body: object) =>
  maker.send('POST', `/api/metadata/attribute/v1/${home.id}/${entity.id}`, body)
const formula = (entity: Named, uri: string, expression: string, more: object = {}) =>
  attribute(entity, { name: uri, uri, type: 'formula', expression, ...more })
const change = (entity: Named, id: string, body: object) =>
  maker.send('PATCH', `/api/metadata/attribute/v1/${home.id}/${entity.id}/${id}`, body)
const records = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const made = async (set: string, body: object) =>
  (await expected(201, maker.send('POST', records(set), body))).json<Row & { id: string }>()
const listed = async (rest: string) =>
  (await expected(200, maker.send('GET', encodeURI(records(rest))))).json<{ value: Row[] }>().value
const idOf = async (answer: ReturnType<Maker['send']>) => (await expected(201, answer)).json<{ id: string }>().id

describe('a formula', () => {
  test('is computed when it is read, from the record, from what it links to and from variables', async () => {
    const id = await idOf(
      formula(invoices, 'gross', 'ROUND(net * (1 - COALESCE(customer.discount, 0)) * (1 + variable.vat), 2)'),
    )
    const { id: customer } = await made('customers', { name: 'Anna', city: 'Rīga', discount: '0.1' })
    const one = await made('invoices', { name: 'one', net: '100', customer_id: customer })
    expect(one['gross']).toBe(108.9)
    await made('invoices', { name: 'two', net: '50' })
    await made('invoices', { name: 'three' })
    expect(await listed('invoices?$select=name,gross&$orderby=gross desc')).toMatchObject([
      { name: 'one', gross: 108.9 },
      { name: 'two', gross: 60.5 },
      { name: 'three', gross: null },
    ])
    expect(await listed('invoices?$select=name&$filter=gross gt 100')).toMatchObject([{ name: 'one' }])
    expect(await listed('invoices?$apply=aggregate(gross with sum as all)')).toMatchObject([{ all: 169.4 }])
    expect(await listed('customers?$select=name&$expand=invoices($select=gross)')).toMatchObject([
      { name: 'Anna', invoices: [{ gross: 108.9 }] },
    ])
    expect((await maker.send('GET', records(`invoices(${one.id})/gross`))).json()).toMatchObject({ value: 108.9 })
    const { version } = (
      await maker.send('GET', `/api/metadata/attribute/v1/${home.id}/${invoices.id}/${id}`)
    ).json<Row>()
    expect(version).toBe(1)
  })

  test('numbers that grow from formula to formula end as no value, never as an error of the database', async () => {
    const entity = await newEntity(maker, home, 'growths', [
      { name: 'Size', uri: 'size', type: 'decimal', precision: 38 },
    ])
    const times = (factor: string, count: number) => Array.from({ length: count }, () => factor).join('*')
    await idOf(formula(entity, 'first', times('size', 40)))
    await idOf(formula(entity, 'second', times('first', 30)))
    await idOf(formula(entity, 'third', times('second', 3)))
    await made('growths', { name: 'small', size: '1' })
    await made('growths', { name: 'large', size: '9'.repeat(36) })
    const rows = await listed('growths?$select=name,first,second,third&$orderby=name desc')
    expect(rows).toMatchObject([
      { name: 'small', first: 1, second: 1, third: 1 },
      { name: 'large', first: null, second: null, third: null },
    ])
  })
})

const failure = async (answer: ReturnType<Maker['send']>) => {
  const { status, json } = await answer
  const { error } = json<Failure>()
  const [first = error] = error.details ?? []
  return { status, ...first, details: error.details ?? [] }
}

describe('a formula that does not hold', () => {
  test('[R502] is refused in the specified words, with what is wrong where', async () => {
    const { status, details } = await failure(formula(invoices, 'wrong', 'nett * 2'))
    expect(status).toBe(422)
    expect(details).toMatchObject([
      {
        code: 'expression.failed',
        target: 'expression',
        position: 0,
        message: 'An error occurred while processing the expression. Please check the code and try again.',
      },
      { code: 'expression.unknownName', target: 'expression', position: 0 },
    ])
  })

  test.each([
    ['1 + "a"', 'expression.type'],
    ['customer.nobody', 'expression.unknownName'],
    ['variable.nothing', 'expression.unknownName'],
    ['customer', 'expression.type'],
    ['HOURS(1)', 'expression.type'],
  ])('%s: %s', async (expression, code) => {
    const { details } = await failure(formula(invoices, 'wrong', expression))
    expect(details.map((each) => each.code)).toEqual(['expression.failed', code])
  })

  test('is one without a text, or whose result is another than the one that its maker wants', async () => {
    expect(await failure(attribute(invoices, { name: 'empty', uri: 'empty', type: 'formula' }))).toMatchObject({
      code: 'validation.required',
      target: 'expression',
    })
    const { details } = await failure(formula(invoices, 'wrong', 'net', { result: 'boolean' }))
    expect(details.at(-1)).toMatchObject({ code: 'expression.type' })
  })

  test('is one that would compute itself; the cycle is named', async () => {
    const first = await idOf(formula(invoices, 'first', '1'))
    await idOf(formula(invoices, 'second', 'first + 1'))
    const refused = await failure(change(invoices, first, { expression: 'second * 2' }))
    expect(refused).toMatchObject({ status: 422, code: 'expression.cycle', target: 'expression' })
    expect(refused.message).toContain('first → second → first')
    expect(await failure(change(invoices, first, { expression: 'first + 1' }))).toMatchObject({
      code: 'expression.cycle',
    })
  })

  test('is one that grows without end by reading others', async () => {
    await idOf(formula(customers, 'grow0', `"${'x'.repeat(900)}"`))
    for (let step = 1; step <= 4; step += 1) {
      await idOf(formula(customers, `grow${step}`, `grow${step - 1} & grow${step - 1}`))
    }
    expect(await failure(formula(customers, 'grow5', 'grow4 & grow4'))).toMatchObject({ code: 'expression.size' })
  })
})

describe('what a formula reads', () => {
  test('is not deleted, nor changed so that it no longer holds; who reads it is named', async () => {
    const base = await idOf(attribute(invoices, { name: 'Base', uri: 'base', type: 'text' }))
    const shout = await idOf(formula(invoices, 'shout', 'UPPER(base)'))
    const path = `/api/metadata/attribute/v1/${home.id}/${invoices.id}`
    const refused = await failure(maker.send('DELETE', `${path}/${base}`))
    expect(refused).toMatchObject({ status: 409, code: 'definition.inUse' })
    expect(refused.message).toContain('invoices.shout')
    await expected(200, maker.send('DELETE', `${path}/${shout}`))
    await expected(200, maker.send('DELETE', `${path}/${base}`))
  })

  test('may be renamed, and a result that nobody declared follows the text', async () => {
    const id = await idOf(formula(customers, 'label', 'city'))
    const saved = (await expected(200, change(customers, id, { expression: 'LEN(city)' }))).json<Row>()
    expect(saved).toMatchObject({ expression: 'LEN(city)', result: 'decimal' })
    const city = (await expected(200, maker.send('GET', `/api/metadata/entity/v1/${home.id}/${customers.id}`)))
      .json<{
        attributes: { id: string; uri: string }[]
      }>()
      .attributes.find(({ uri }) => uri === 'city')
    await expected(200, change(customers, city?.id ?? '', { name: 'Town' }))
    expect(await listed('customers?$select=label')).toMatchObject([{ label: 4 }])
    const undo = (await expected(200, change(customers, id, { expression: 'city', result: 'text' }))).json<{
      change_id: string
    }>()
    await expected(200, maker.send('POST', `/api/metadata/change/v1/${home.id}/${undo.change_id}/undo`))
    expect(await listed('customers?$select=label')).toMatchObject([{ label: 4 }])
  })
})

describe('a value that nobody could compute', () => {
  test('is null, and the list is answered', async () => {
    await idOf(formula(invoices, 'share', 'net / count'))
    await made('invoices', { name: 'zero', net: '1', count: '0' })
    expect(await listed(`invoices?$select=share&$filter=name eq 'zero'`)).toMatchObject([{ share: null }])
  })

  test('what is written into a formula is left alone', async () => {
    const answer = await maker.send('POST', records('invoices'), { name: 'four', gross: '1' })
    expect(answer.status).toBe(201)
    expect(answer.json<Row>()['gross']).toBe(null)
  })
})

describe('a rollup', () => {
  const rollup = (uri: string, more: object) => attribute(customers, { name: uri, uri, type: 'rollup', rollup: more })

  test('gathers the records that point to one, or only some of them', async () => {
    const path = ['invoices']
    await idOf(rollup('invoicecount', { path, function: 'count' }))
    await idOf(rollup('total', { path, function: 'sum', attribute: 'net' }))
    await idOf(rollup('mean', { path, function: 'average', attribute: 'net' }))
    await idOf(rollup('least', { path, function: 'min', attribute: 'due' }))
    await idOf(
      rollup('grossall', { path, function: 'sum', attribute: 'gross', filter: 'net > 20 or customer.city = "Riga"' }),
    )
    await idOf(rollup('firstname', { path, function: 'first', attribute: 'name' }))
    await idOf(formula(customers, 'rank', 'IF(total > 100, "big", "small") & invoicecount'))
    const { id } = await made('customers', { name: 'Berta', city: 'Rīga' })
    for (const [index, net] of ['10', '30', '40.50'].entries()) {
      await made('invoices', { name: `n${net}`, net, customer_id: id, due: `2026-01-1${index}` })
    }
    await made('customers', { name: 'Nobody' })
    const names = 'invoicecount,total,mean,least,grossall,firstname,rank'
    expect(
      await listed(`customers?$select=${names}&$filter=name in ('Berta','Nobody')&$orderby=total desc`),
    ).toMatchObject([
      {
        invoicecount: 3,
        total: 80.5,
        mean: 80.5 / 3,
        least: '2026-01-10',
        grossall: 85.31,
        firstname: 'n10',
        rank: 'small3',
      },
      { invoicecount: 0, total: 0, mean: null, least: null, grossall: 0, firstname: null, rank: 'small0' },
    ])
    expect(await listed('customers?$select=name&$filter=invoicecount ge 3')).toMatchObject([{ name: 'Berta' }])
  })

  test('looks through a lookup', async () => {
    const rolled = { path: ['customer'], function: 'first', attribute: 'total' }
    await idOf(attribute(invoices, { name: 'custotal', uri: 'custotal', type: 'rollup', rollup: rolled }))
    expect(await listed(`invoices?$select=custotal&$filter=name eq 'n10'`)).toMatchObject([{ custotal: 80.5 }])
  })

  test.each([
    [{ path: ['nowhere'], function: 'count' }, 'rollup.path'],
    [{ path: ['invoices'], function: 'sum', attribute: 'name' }, 'rollup.function'],
    [{ path: ['invoices'], function: 'sum', attribute: 'nothing' }, 'rollup.attribute'],
    [{ path: ['invoices'], function: 'sum' }, 'rollup.attribute'],
  ])('that names what is not there is refused: %j', async (rolled, target) => {
    expect(await failure(rollup('wrong', rolled))).toMatchObject({ status: 422, target })
  })

  test('whose filter does not hold is refused in the specified words', async () => {
    const { details } = await failure(rollup('wrong', { path: ['invoices'], function: 'count', filter: 'nett > 1' }))
    expect(details[0]).toMatchObject({ code: 'expression.failed', target: 'rollup.filter' })
  })
})

describe('a variable', () => {
  test('[R049] is made, read with what reads it, changed on its version and in formulas at once', async () => {
    const list = (await expected(200, maker.send('GET', `/api/variable/v1/${home.id}`))).json<{ value: Row[] }>().value
    const vat = list.find(({ key }) => key === 'vat')
    expect(vat).toMatchObject({ type: 'number', value: '0.21', version: 1, used_by: [{ attribute: 'gross' }] })
    const address = `/api/variable/v1/${home.id}/${String(vat?.['id'])}`
    expect((await maker.send('GET', address)).headers['etag']).toBe('"1"')
    await expected(200, maker.send('PATCH', address, { value: '0.5' }, { 'if-match': '"1"' }))
    expect((await maker.send('PATCH', address, { value: '1' }, { 'if-match': '"1"' })).status).toBe(412)
    expect(await listed(`invoices?$select=gross&$filter=name eq 'two'`)).toMatchObject([{ gross: 75 }])
  })

  test('is not deleted, nor given another type, while formulas read it', async () => {
    const list = (await maker.send('GET', `/api/variable/v1/${home.id}`)).json<{ value: Row[] }>().value
    const address = `/api/variable/v1/${home.id}/${String(list.find(({ key }) => key === 'vat')?.['id'])}`
    expect(await failure(maker.send('DELETE', address))).toMatchObject({ status: 409, code: 'definition.inUse' })
    expect(await failure(maker.send('PATCH', address, { type: 'text' }))).toMatchObject({ code: 'definition.inUse' })
    expect(await failure(maker.send('PATCH', address, { key: 'tax' }))).toMatchObject({ code: 'variable.keyImmutable' })
  })

  test.each([
    [{ key: 'Bad', type: 'text' }, 'variable.key'],
    [{ key: 'vat', type: 'text' }, 'variable.keyTaken'],
    [{ key: 'rate', type: 'number', value: 'a' }, 'validation.decimal'],
    [{ key: 'day', type: 'date', value: '2026-02-30' }, 'validation.date'],
    [{ key: 'json', type: 'json', value: '{' }, 'variable.json'],
    [{ key: 'kind', type: 'secret' }, 'validation.option'],
  ])('that does not hold is refused: %j', async (body, code) => {
    expect(await failure(variable(body))).toMatchObject({ status: 422, code })
  })
})
