import { Validator } from '@seriousme/openapi-schema-validator'
import { xml2json } from 'odata-csdl'
import { beforeAll, describe, expect, test } from 'vitest'
import { csdlOf } from '../src/odata/metadata/csdl.ts'
import { csdlJson } from '../src/odata/metadata/json.ts'
import { openapiOf } from '../src/odata/metadata/openapi.ts'
import { csdlXml } from '../src/odata/metadata/xml.ts'
import { vocabularyProblems } from './support/vocabularies.ts'
import { openJsonSchema, openXmlSchema } from './support/descriptions.ts'
import { model as shop } from './support/odataModel.ts'
import { richModel } from './support/odataRichModel.ts'
import { serviceModel } from './support/odataServiceModel.ts'

const models = { 'the shop': shop, 'the reference service': serviceModel, 'everything there is': richModel }

let xmlProblems: (xml: string) => string[]
let jsonProblems: (json: string) => string[]

beforeAll(async () => {
  xmlProblems = await openXmlSchema()
  jsonProblems = await openJsonSchema()
})

describe.each(Object.entries(models))('$metadata of %s', (_name, model) => {
  test('is valid by the OASIS XML schema', () => {
    for (const version of ['4.0', '4.01'] as const) expect(xmlProblems(csdlXml(csdlOf(model), version))).toEqual([])
  })

  test('is valid by the OASIS JSON schema', () => {
    expect(jsonProblems(csdlJson(csdlOf(model)))).toEqual([])
  })

  test('uses the OASIS vocabularies as they are meant', () => {
    expect(vocabularyProblems(JSON.parse(csdlJson(csdlOf(model))))).toEqual([])
  })

  test('says the same in XML and JSON', () => {
    const messages: object[] = []
    const converted = xml2json(csdlXml(csdlOf(model), '4.01'), { strict: true, messages })
    expect(messages).toEqual([])
    // The converter rounds long numbers, and makes numbers of reference systems, which are texts by the schema.
    const rounded = (key: string, value: unknown) => {
      if (key === '$SRID') return Number(value)
      return /\.(?:Min|Max)imum$/.test(key) ? Number(value) || value : value
    }
    expect(JSON.parse(csdlJson(csdlOf(model)), rounded)).toEqual(converted)
  })
})

test('the schemas do refuse what is wrong', () => {
  const xml = csdlXml(csdlOf(shop), '4.01')
  expect(xmlProblems(xml.replace('<Key>', '<Kee>').replace('</Key>', '</Kee>'))).not.toEqual([])
  const json = csdlJson(csdlOf(shop))
  expect(jsonProblems(json.replace('"$Kind":"EntityType"', '"$Kind":"EntityTipe"'))).not.toEqual([])
  const rich = csdlJson(csdlOf(richModel))
  for (const [right, wrong] of [
    ['@Core.Computed', '@Core.Komputed'],
    ['@Core.Computed', '@Capabilities.TopSupported'],
    ['"Searchable":true', '"Searchabel":true'],
    ['"Searchable":true', '"Searchable":"true"'],
    ['"Intermediate"', '"Middling"'],
  ] as const) {
    expect(vocabularyProblems(JSON.parse(rich.replace(right, wrong))), wrong).toHaveLength(1)
  }
})

describe.each(Object.entries(models))('the OpenAPI document of %s', (_name, model) => {
  test('is valid by the schema of OpenAPI 3.1, and all its references lead somewhere', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(openapiOf(model)))
    expect(result).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(() => validator.resolveRefs()).not.toThrow()
  })
})
