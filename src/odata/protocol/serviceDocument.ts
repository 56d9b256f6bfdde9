import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { contentTypeOf, negotiateWire } from '#odata/protocol/negotiation.ts'
import type { ReadContext } from '#odata/protocol/read.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import type { ODataModel } from '#odata/model.ts'

/** The service document: all resources with a name (JSON format 5). */
export function serviceDocument({ headers, query }: ODataRequest, { model, root }: ReadContext): ODataResponse {
  const wire = negotiateWire(headers, query)
  const context = wire.metadata === 'none' ? {} : { '@odata.context': `${root}$metadata` }
  const body = JSON.stringify({ ...context, value: listed(model) })
  return { status: 200, headers: { ...odataVersion, 'content-type': contentTypeOf(wire) }, body }
}

type Listed = {
  readonly name: string
  readonly title?: string | undefined
  readonly kind: 'EntitySet' | 'Singleton' | 'FunctionImport'
  readonly url: string
}

function listed({ entitySets, singletons, operations = [] }: ODataModel): Listed[] {
  const sets = [...entitySets.values()].filter(({ unlisted }) => !unlisted)
  const ones = [...(singletons?.values() ?? [])].filter(({ set }) => entitySets.get(set)?.hidden !== true)
  const functions = operations.filter(
    ({ kind, binding, parameters }) => kind === 'function' && !binding && parameters.size === 0,
  )
  return [
    ...sets.map(({ name, title }) => ({ name, title, kind: 'EntitySet', url: name }) as const),
    ...ones.map(({ name }) => ({ name, kind: 'Singleton', url: name }) as const),
    ...functions.map(({ name, title }) => ({ name, title, kind: 'FunctionImport', url: `${name}()` }) as const),
  ]
}
