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

/** `$metadata`: the member's model; XML by default. Faults: `request.notAcceptable`. */
export function metadata({ headers, query }: ODataRequest, { model }: ReadContext): ODataResponse {
  const form = formOf(headers, query)
  return described(headers, model, form, () => {
    const csdl = csdlOf(model)
    return form === 'json' ? csdlJson(csdl) : csdlXml(csdl, form === 'xml' ? '4.01' : '4.0')
  })
}

/** `$openapi`: the model as OpenAPI 3.1, for tools that know HTTP but not OData. */
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
 * CSDL JSON began with 4.01. Clients limited to 4.0 get XML even where they only accept JSON: Power Query sends one
 * header for everything, and expects XML here. The XML declares 4.0 by default too: OpenUI5 requests no version and
 * refuses 4.01, and the document needs no 4.01 features.
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

/** The document of a model, written once; 304 for clients with the current version. */
function described(headers: Headers, model: ODataModel, form: Form, write: () => string): ODataResponse {
  const { text, etag } = documentOf(model, form, write)
  // The document differs per member, so shared caches must not store it; the member's client may, with revalidation.
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
