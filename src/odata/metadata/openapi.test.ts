import { expect, test } from 'vitest'
import { openapiOf } from '#odata/metadata/openapi.ts'
import { richModel } from '../../../test/support/odataRichModel.ts'

const { paths, components } = openapiOf(richModel) as {
  paths: Record<string, Record<string, never>>
  components: { schemas: Record<string, { properties: Record<string, never> }> }
}

test('every address stands there with what may be done at it', () => {
  expect(Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)]))).toEqual({
    '/people': ['get', 'post'],
    '/people/$count': ['get'],
    '/people({key})': ['parameters', 'get', 'patch'],
    '/cities': ['get'],
    '/cities/$count': ['get'],
    '/cities({key})': ['parameters', 'get', 'delete'],
    '/Me': ['get', 'patch'],
    '/Nearest(lat={lat},color={color})': ['get'],
    '/Version()': ['get'],
    '/Reset': ['post'],
    '/people({key})/test.rich.Promote': ['post'],
    '/people/test.rich.Oldest()': ['get'],
    '/$batch': ['post'],
    '/$metadata': ['get'],
  })
})

test('rows are described as they are read, made and changed', () => {
  const { Person, 'Person-create': create, 'Person-update': update } = components.schemas
  expect(Person?.properties).toMatchObject({
    ID: { type: 'string', format: 'uuid', readOnly: true },
    Home: { type: ['object', 'null'], properties: { Geo: { properties: { Lat: { type: ['number', 'null'] } } } } },
    Favourite: { enum: ['Red', 'Blue', null], default: 'Red' },
    Tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
    Wage: { type: ['number', 'null'], minimum: 0 },
    City: { anyOf: [{ $ref: '#/components/schemas/cities' }, { type: 'null' }] },
    Team: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
  })
  expect(Person?.properties['Wage']).not.toHaveProperty('maximum')
  expect(create).toMatchObject({ required: ['Mail'] })
  for (const name of ['ID', 'Photo', 'Version']) expect(create?.properties).not.toHaveProperty(name)
  expect(update?.properties).not.toHaveProperty('Mail')
  expect(update).not.toHaveProperty('required')
  expect(Object.keys(components.schemas)).not.toContain('cities-create')
})

test('hidden sets are nowhere', () => {
  expect(JSON.stringify(openapiOf(richModel))).not.toMatch(/secrets|Reveal/)
})
