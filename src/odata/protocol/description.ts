import { fault } from '#faults/fault.ts'
import { digestOf } from '#platform/digest.ts'
import { csdlOf } from '#odata/metadata/csdl.ts'
import { csdlJson } from '#odata/metadata/json.ts'
import { openapiOf } from '#odata/metadata/openapi.ts'
import { csdlXml } from '#odata/metadata/xml.ts'
import type { ODataModel } from '#odata/model.ts'
import { mediaTypesOf } from '#odata/protocol/mediaType.ts'
import type { Headers, ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { wantedOf } from '#odata/protocol/negotiation.ts'
import type { ReadContext } from '#odata/protocol/read.ts'
import { odataVersion, versionFor } from '#odata/protocol/version.ts'
import { headerVersions } from '#odata/serialize/etag.ts'
import { memoize } from '#platform/memoize.ts'

/** `$metadata`: what the asker's model is made of. XML where nothing is said. Faults: `request.notAcceptable`. */
export function metadata({ headers, query }: ODataRequest, { model }: ReadContext): ODataResponse {
  const form = formOf(headers, query)
  return described(headers, model, form, () => {
    const csdl = csdlOf(model)
    return form === 'json' ? csdlJson(csdl) : csdlXml(csdl, form === 'xml' ? '4.01' : '4.0')
  })
}

/** `$openapi`: the same for tools that know HTTP but no OData, as OpenAPI 3.1. */
export function openapi({ headers }: ODataRequest, { model }: ReadContext): ODataResponse {
  return described(headers, model, 'openapi', () => JSON.stringify(openapiOf(model)))
}

type Form = 'xml' | 'xml 4.0' | 'json' | 'openapi'

const mediaTypes: Readonly<Record<Form, string>> = {
  xml: 'application/xml;charset=utf-8',
  'xml 4.0': 'application/xml;charset=utf-8',
  json: 'application/json;charset=utf-8',
  openapi: 'application/json;charset=utf-8',
}

/**
 * CSDL JSON begins with 4.01. Who reads no more than 4.0 gets XML even where he only says JSON: Power Query asks for
 * everything with one header, and wants XML here. XML says 4.0 also where nothing is said: OpenUI5 asks for no version and
 * refuses the other one, and nothing in it needs that.
 */
function formOf(headers: Headers, query: string): Form {
  if (versionFor(headers) === '4.0') return 'xml 4.0'
  const xml = headers['odata-maxversion'] === undefined ? 'xml 4.0' : 'xml'
  for (const { type } of mediaTypesOf(wantedOf(headers, query))) {
    if (type === 'application/json') return 'json'
    if (/^(?:(?:application|text)\/(?:xml|\*)|\*\/\*)$/.test(type)) return xml
  }
  throw fault('request.notAcceptable')
}

type Document = { readonly text: string; readonly etag: string }
const documentsOf = memoize((_model: ODataModel) => new Map<Form, Document>())

/** The document of a model, made once; nothing of it for who has it already. */
function described(headers: Headers, model: ODataModel, form: Form, write: () => string): ODataResponse {
  const { text, etag } = documentOf(model, form, write)
  // It differs by member, so nobody between may keep it; the member's own client may, if it asks whether it still holds.
  const common = { ...odataVersion, etag, 'cache-control': 'private, no-cache', vary: 'accept, odata-maxversion' }
  if (isKnown(headers['if-none-match'], etag)) return { status: 304, headers: common }
  return { status: 200, headers: { ...common, 'content-type': mediaTypes[form] }, body: text }
}

function documentOf(model: ODataModel, form: Form, write: () => string): Document {
  const known = documentsOf(model)
  const made = known.get(form)
  if (made) return made
  const text = write()
  const document = { text, etag: `"${digestOf(text)}"` }
  known.set(form, document)
  return document
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header === undefined ? undefined : headerVersions(header)
  return tags === '*' || (tags?.includes(etag.slice(1, -1)) ?? false)
}
