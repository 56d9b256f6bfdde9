import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnOf, type Attribute } from '../../src/attributes/attribute.ts'
import type { WireValue } from '../../src/attributes/type.ts'
import { attributeTypeNames, attributeTypes, type AttributeTypeName } from '../../src/attributes/types.ts'
import { filterFields, filterText, valueCountOf } from '../../src/views/filter.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { typeRequirement } from '../support/typeRequirements.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

type Row = Readonly<Record<string, unknown>>

let house: TestApi
let maker: Maker
let place: Place
let attributes: ReadonlyMap<string, Attribute>
let root: string

const validator = new Validator()
const exact = { accept: 'application/json;IEEE754Compatible=true' }
const written = attributeTypeNames.filter((name) => {
  const { offered, samples } = attributeTypes[name]
  return offered && samples.length > 0 && !['N:1', 'team', 'autonumber', 'password', 'file', 'image'].includes(name)
})

beforeAll(async () => {
  house = await openApiOn('types')
  maker = await newMaker(house.send, 'ilze@example.org')
  place = await newEnvironment(maker, 'acme')
  const drafts = written.map((type) => ({ name: `Of ${type}`, uri: `of${type}`, type, ...neededBy(type) }))
  const { id } = await newEntity(maker, place, 'everything', drafts)
  const said = await expected(200, maker.send('GET', `/api/metadata/attribute/v1/${place.id}/${id}`))
  attributes = new Map(said.json<{ value: Attribute[] }>().value.map((each) => [each.type, each]))
  root = `/api/odata/v1/${place.id}/everything`
})
afterAll(() => house.close())

describe.each(written.map((type) => ({ type, row: typeRequirement(type, 'API') })))(
  'a value of type $type',
  ({ type, row }) => {
    const samples = () => (type === 'user' ? [maker.id] : attributeTypes[type].samples)

    test(`${row}is written, read, found, sorted by and taken away over the API`, async () => {
      const attribute = found(attributes.get(type))
      const column = columnOf(attribute)
      for (const sample of samples()) {
        const made = await create({ [column]: sample })
        expect(shown(made, attribute), String(sample)).toEqual(sample)
        const read = (await expected(200, ask(`(${String(made['id'])})`))).json<Row>()
        expect(shown(read, attribute)).toEqual(sample)
        if (attribute.queryable) expect(await idsWhere(filterFor(column, type, sample))).toContain(made['id'])
        if (attribute.queryable && !attributeTypes[type].isList)
          await expected(200, ask(`?$orderby=${column}&$select=${column}`))
        const cleared = await expected(200, change(made['id'], { [column]: null }))
        expect(cleared.json<Row>()[column]).toEqual(attributeTypes[type].isList ? [] : null)
      }
    })

    test('is found by every comparison that filters offer for its type', async () => {
      const attribute = found(attributes.get(type))
      if (!attribute.queryable) return
      const [sample = ''] = samples()
      const column = columnOf(attribute)
      const { id } = await create({ [column]: sample })
      const fields = filterFields([attribute])
      for (const operator of attributeTypes[type].operators) {
        const value = typeof sample === 'object' ? (sample[0] ?? '') : sample
        const values = valueCountOf(operator) === 'none' ? [] : [value]
        const text = filterText({ kind: 'condition', column, operator, values }, fields)
        const misses = ['ne', 'lt', 'gt', 'isnull'].includes(operator)
        expect((await idsWhere(found(text))).includes(id), `${operator}: ${text}`).toBe(!misses)
      }
    })

    test('that it cannot have is refused at its field', async () => {
      const column = columnOf(found(attributes.get(type)))
      const answer = await maker.send('POST', root, { [column]: { not: 'a value' } }, exact)
      expect(answer.status).toBe(422)
      const { error } = answer.json<{ error: { target?: string; details?: { target: string }[] } }>()
      expect([error.target, ...(error.details ?? []).map(({ target }) => target)]).toContain(column)
    })
  },
)

test('all of them stand in the descriptions of the service', async () => {
  const description = async (path: string, accept: string) =>
    (await expected(200, maker.send('GET', `/api/odata/v1/${place.id}/${path}`, undefined, { accept }))).text
  const xml = await description('$metadata', 'application/xml')
  for (const type of written) {
    const { edm } = attributeTypes[type]
    expect(xml).toContain(`Name="${columnOf(found(attributes.get(type)))}" Type="${edm ?? ''}"`)
  }
  const openapi = JSON.parse(await description('$openapi', 'application/json')) as Record<string, unknown>
  expect(JSON.stringify(openapi)).toContain('"ofmultiselect":{"type":"array"')
  expect(await validator.validate(openapi)).toMatchObject({ valid: true })
})

function neededBy(type: AttributeTypeName): object {
  if (type === 'select' || type === 'multiselect')
    return {
      options: [
        { value: 'open', label: 'Open' },
        { value: 'won; lost', label: 'Won' },
      ],
    }
  return type === 'number' || type === 'hidden' ? { queryable: true } : {}
}

/** A filter that the value fulfils, as the API takes it. */
function filterFor(column: string, type: AttributeTypeName, sample: Exclude<WireValue, null>): string {
  const { edm } = attributeTypes[type]
  if (typeof sample === 'object') return sample.map((each) => `${column}/any(x:x eq ${quoted(each)})`).join(' and ')
  if (edm === 'Edm.String') return `${column} eq ${quoted(String(sample))}`
  return edm === 'Edm.Duration' ? `${column} eq duration'${String(sample)}'` : `${column} eq ${String(sample)}`
}

/** A value as it was answered, in the form that the validator gives it. */
function shown(row: Row, attribute: Attribute): unknown {
  const value = row[columnOf(attribute)]
  return value === null || value === undefined ? value : attributeTypes[attribute.type].reader(attribute)(value)
}

async function idsWhere(filter: string): Promise<unknown[]> {
  const answer = await expected(200, ask(`?$select=id&$filter=${encodeURIComponent(filter)}`))
  return answer.json<{ value: Row[] }>().value.map(({ id }) => id)
}

async function create(body: object): Promise<Row> {
  return (await expected(201, maker.send('POST', root, body, exact))).json<Row>()
}

const ask = (rest: string) => maker.send('GET', `${root}${rest}`, undefined, exact)
const change = (id: unknown, body: object) => maker.send('PATCH', `${root}(${String(id)})`, body, exact)

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('not there')
  return thing
}
