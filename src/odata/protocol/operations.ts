import { fault, refuseIf, type Problem } from '#faults/fault.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { EntitySet, ODataOperation, OperationType } from '#odata/model.ts'
import { requestValues } from '#odata/protocol/body.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { methodFault } from '#odata/protocol/methods.ts'
import { contentTypeOf, preferencesOf, negotiateWire } from '#odata/protocol/negotiation.ts'
import { doIdempotently, type Work } from '#odata/protocol/idempotency.ts'
import { calledOverload, givenInAddress } from '#odata/protocol/parameters.ts'
import { readList, readSingle } from '#odata/protocol/read.ts'
import { rowAddressOf } from '#odata/protocol/reference.ts'
import type { Called } from '#odata/protocol/resource.ts'
import type { Binding, OperationResult, ODataStore, BodyValues } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { contextFor, oneBody } from '#odata/serialize/body.ts'
import { keyOfText } from '#odata/bind/key.ts'
import { endOf, filtered, isOne, pathToKey, resourcePathOf, type ResourcePath } from '#odata/resourcePath.ts'
import { plainValue } from '#odata/write/values.ts'

/** Calls a function (GET) or an action (POST). What it is given is checked before, what it gives is written by its type. */
export async function callOperation(request: ODataRequest, store: ODataStore, called: Called): Promise<ODataResponse> {
  const { rest, resourcePath } = called
  const operation = calledOverload(request.query, called)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (operation.kind === 'function' ? !isRead : request.method !== 'POST') {
    throw methodFault(request.method, called)
  }
  if (!store.call || rest.length > 0) throw fault('server.unsupported', { feature: `/${request.path.slice(0, 100)}` })
  const wire = negotiateWire(request.headers, request.query)
  const parameters = checkedParameters(operation, given(request, called, operation))
  const binding = resourcePath && (await bindingOf(store, resourcePath))
  const work: Work = async (inner) => {
    const result = await inner.call?.(operation, { binding, parameters })
    return { key: undefined, result: await answerOf(request, inner, { operation, result, wire }) }
  }
  if (operation.kind === 'function') return (await work(store)).result
  // What an action gave is not kept: who sends it again is told that it was done.
  return doIdempotently(request, store, { steps: 'one', work, again: () => Promise.resolve(noContent) })
}

const noContent = { status: 204, headers: odataVersion } as const

function given(request: ODataRequest, called: Called, operation: ODataOperation): BodyValues {
  if (operation.kind === 'function') return givenInAddress(request.query, called, operation)
  if (called.parameters.length > 0) throw fault('request.malformed')
  // An action without parameters needs no body.
  return request.body === undefined || request.body === '' ? {} : requestValues(request.headers, request.body)
}

function checkedParameters({ parameters }: ODataOperation, given: BodyValues): BodyValues {
  const problems: Problem[] = []
  const checked: Record<string, unknown> = {}
  for (const name of Object.keys(given)) {
    if (!parameters.has(name) && !name.includes('@')) {
      problems.push({ code: 'validation.unknown', target: name, parameters: { name } })
    }
  }
  for (const { name, of, collection, nullable } of parameters.values()) {
    if ('set' in of) throw fault('server.unsupported', { feature: name }, name)
    const found = plainValue({ ...of, nullable, ...(collection && { collection }) }, given[name] ?? null, name)
    if ('code' in found) problems.push(found)
    else checked[name] = found.value
  }
  refuseIf(problems)
  return checked
}

async function bindingOf(store: ODataStore, resourcePath: ResourcePath): Promise<Binding> {
  if (isOne(resourcePath)) return rowAddressOf(store, resourcePath)
  const { set, filters } = endOf(resourcePath)
  // Called on some of the rows, it would have to know which.
  if (resourcePath.stops.length > 1 || filters.length > 0)
    throw fault('server.unsupported', { feature: resourcePath.shape })
  return { set: set.name }
}

type Answered = { readonly operation: ODataOperation; readonly result: OperationResult; readonly wire: WireForm }

async function answerOf(
  request: ODataRequest,
  store: ODataStore,
  { operation, result, wire }: Answered,
): Promise<ODataResponse> {
  const { returns } = operation
  const { minimal } = preferencesOf(request.headers)
  if (!returns || result === undefined || result === null) return { status: 204, headers: odataVersion }
  if (minimal && operation.kind === 'action') {
    return { status: 204, headers: { ...odataVersion, 'preference-applied': 'return=minimal' } }
  }
  if ('set' in returns.of) return rowsOf(request, store, { name: returns.of.set, returns, result })
  const { of, collection } = returns
  const values = Array.isArray(result) ? result : [result]
  const texts = values.map((value) => textOf(wire, of.type, plainResult(operation, returns, value)))
  const type = of.enumeration ? `${await namespaceOf(store)}.${of.enumeration.name}` : of.type
  const context = contextFor(wire, `${store.root}$metadata#${collection ? `Collection(${type})` : type}`)
  const body = oneBody(context, `{"value":${collection ? `[${texts.join(',')}]` : (texts[0] ?? 'null')}}`)
  return { status: 200, headers: { ...odataVersion, 'content-type': contentTypeOf(wire) }, body }
}

function namespaceOf(store: ODataStore): Promise<string> {
  return store.reading(({ model }) => Promise.resolve(model.namespace ?? 'Model'))
}

function plainResult({ name }: ODataOperation, { of }: OperationType, value: unknown): unknown {
  if ('set' in of) throw new Error(`${name} gives rows`)
  const found = plainValue({ ...of, nullable: true }, value, name)
  if ('code' in found) throw new Error(`${name} gives what is no ${of.type}`)
  return found.value
}

const numeric = new Set(['Edm.Byte', 'Edm.SByte', 'Edm.Int16', 'Edm.Int32', 'Edm.Single', 'Edm.Double'])

// Numbers are texts so far: they become numbers of JSON where the wire wants them so.
function textOf(wire: WireForm, type: string, value: unknown): string {
  if (type.startsWith('Edm.Geo')) return String(value)
  const isLong = type === 'Edm.Int64' || type === 'Edm.Decimal'
  const isNumber = numeric.has(type) || (isLong && !wire.numbersAsText)
  return isNumber && typeof value === 'string' && /^[-\d]\S*\d$|^\d$/.test(value) ? value : JSON.stringify(value)
}

type Rows = { readonly name: string; readonly returns: OperationType; readonly result: OperationResult }

/** Rows that an operation gives are read like any others, with the query options of the call. */
async function rowsOf(
  request: ODataRequest,
  store: ODataStore,
  { name, returns, result }: Rows,
): Promise<ODataResponse> {
  const keys = (Array.isArray(result) ? result : [result]).map(String)
  return store.reading(async (snapshot) => {
    const set = snapshot.model.entitySets.get(name)
    if (!set) throw new Error(`no ${name}`)
    const place = { ...snapshot, root: store.root }
    const asked = { ...request, method: 'GET' as const }
    if (returns.collection) return readList(asked, place, trailOfKeys(set, keys))
    return readSingle(asked, place, pathToKey(resourcePathOf(set), keyOfText(set, keys[0] ?? '')))
  })
}

function trailOfKeys(set: EntitySet, keys: readonly string[]): ResourcePath {
  const at = 0
  const literals = keys.map(
    (text) =>
      ({ type: set.properties.get(set.key)?.type === 'Edm.String' ? 'string' : typeOfKey(text), text, at }) as const,
  )
  const node = { kind: 'in', left: { kind: 'path', names: [{ text: set.key, at }], at }, list: 0, at } as const
  return filtered(resourcePathOf(set), node, '$keys', [literals])
}

function typeOfKey(text: string): 'guid' | 'integer' {
  return /^-?\d+$/.test(text) ? 'integer' : 'guid'
}
