import { describe, expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import { byName, type ODataModel } from '#odata/model.ts'
import { resourceAt } from '#odata/protocol/resource.ts'
import { identityOf, ownKeyOf, keyValues } from '#odata/resourcePath.ts'
import { model as shop } from '../../../test/support/odataModel.ts'

const model: ODataModel = {
  ...shop,
  namespace: 'Shop',
  singletons: byName([{ name: 'Home', set: 'countries', key: '0f3a5b1e-0000-7000-8000-00000000abcd' }]),
  operations: [
    { name: 'Pay', kind: 'action', binding: { set: 'invoices', collection: false }, parameters: new Map() },
    { name: 'Overdue', kind: 'function', binding: { set: 'invoices', collection: true }, parameters: new Map() },
    { name: 'Today', kind: 'function', parameters: new Map() },
  ],
}
const id = '0f3a5b1e-0000-7000-8000-00000000abcd'
const at = (path: string, query = '') => resourceAt(path, query, model)
/** What a path leads to in few words: its kind, the shape of the way, its keys. */
const told = (path: string, query = '') => {
  const { kind, ...more } = at(path, query)
  const resourcePath = 'resourcePath' in more ? more.resourcePath : undefined
  const part = 'part' in more ? [more.part.name] : []
  const operation = 'overloads' in more ? [more.overloads[0].name] : []
  return [kind, ...(resourcePath ? [resourcePath.shape, ...keyValues(resourcePath)] : []), ...part, ...operation]
}

function codeOf(path: string): string | undefined {
  try {
    at(path)
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

describe('a resource path', () => {
  test.each([
    ['', ['service']],
    ['$metadata', ['metadata']],
    ['$entity', ['entity']],
    ['invoices', ['rows', 'invoices']],
    ['invoices/', ['rows', 'invoices']],
    ['invoices/Shop.invoices', ['rows', 'invoices']],
    ['invoices/$count', ['count', 'invoices']],
    ['invoices/$each', ['each', 'invoices']],
    ['invoices/$ref', ['reference', 'invoices/$ref']],
    [`invoices(${id})`, ['row', 'invoices(id)', id]],
    [`invoices(id=${id.toUpperCase()})`, ['row', 'invoices(id)', id]],
    [`invoices%28${id}%29`, ['row', 'invoices(id)', id]],
    [`invoices/${id}`, ['row', 'invoices(id)', id]],
    [`invoices(${id})/$value`, ['media', 'invoices(id)', id]],
    [`invoices(${id})/customer/country`, ['row', 'invoices(id)/customer/country', id]],
    [`invoices(${id})/customer/name/$value`, ['value', 'invoices(id)/customer', id, 'name']],
    [`invoices(${id})/tags/$count`, ['length', 'invoices(id)', id, 'tags']],
    [`invoices(${id})/address`, ['property', 'invoices(id)', id, 'address']],
    [`invoices(${id})/address/city`, ['property', 'invoices(id)', id, 'address/city']],
    [`customers(${id})/invoices(${id})/customer`, ['row', 'customers(id)/invoices(id)/customer', id, id]],
    [`customers/${id}/invoices/${id}`, ['row', 'customers(id)/invoices(id)', id, id]],
    ['Home/customers', ['rows', 'countries(id)/customers', id]],
    [`invoices(${id})/Shop.Pay`, ['operation', 'invoices(id)', id, 'Pay']],
    ['invoices/Overdue()', ['operation', 'invoices', 'Overdue']],
    ['Today()', ['operation', 'Today']],
    ['invoices/$query', ['query']],
  ])('%s is understood', (path, expected) => expect(told(path)).toEqual(expected))

  test.each([
    ['invoices(5)', 'request.idInvalid'],
    ['invoices(', 'query.syntax'],
    ['invoices%zz', 'request.malformed'],
    ['Shop.invoices', 'query.syntax'],
    ['$crossjoin(a,b)', 'server.unsupported'],
    ['$all', 'server.unsupported'],
    ['Shop.Container/$all', 'server.unsupported'],
    ['invoices/$each/name', 'server.unsupported'],
    ['$metadata/invoices', 'query.syntax'],
    ['invoice', 'resource.unknown'],
    ['constructor', 'resource.unknown'],
    ['invoices/5', 'resource.unknown'],
    ['invoices/Shop.customers', 'resource.unknown'],
    ['invoices/Shop.Pay', 'resource.unknown'],
    ['invoices/$value', 'resource.unknown'],
    [`invoices(${id})/$filter(true)`, 'resource.unknown'],
    [`invoices(${id})(${id})`, 'request.idInvalid'],
    [`invoices(${id})/customer(${id})`, 'request.idInvalid'],
    [`invoices(${id})/name/$count`, 'resource.unknown'],
    [`invoices(${id})/tags/$value`, 'resource.unknown'],
    [`invoices(${id})/name/length`, 'resource.unknown'],
    ['a/'.repeat(60), 'query.limit'],
  ])('%s is refused', (path, code) => expect(codeOf(path)).toBe(code))

  test('its key is the own key of the row only where nothing else limits it', () => {
    const keyOf = (path: string) => {
      const found = at(path)
      return found.kind === 'row' ? ownKeyOf(found.resourcePath) : undefined
    }
    expect(keyOf(`invoices(${id})`)).toBe(id)
    expect(keyOf(`invoices/$filter(true)/${id}`)).toBe(undefined)
    expect(keyOf(`customers(${id})/invoices(${id})`)).toBe(undefined)
  })

  test('paths of one shape differ in their identity, and shapes tell where literals stand', () => {
    const trailOf = (path: string) => {
      const found = at(path)
      if (found.kind !== 'rows') throw new Error(path)
      return found.resourcePath
    }
    const [one, two] = ["invoices/$filter(name eq 'a')", "invoices/$filter(name eq 'b')"].map(trailOf)
    expect(one?.shape).toBe(two?.shape)
    expect(one && identityOf(one)).not.toBe(two && identityOf(two))
    const inGroup = trailOf(`customers(${id})/invoices/$filter(name eq 'a')`)
    const inSegment = trailOf(`customers/${id}/invoices/$filter(name eq 'a')`)
    expect(inGroup.shape).not.toBe(inSegment.shape)
  })

  test('a slash within a condition belongs to its own path', () => {
    const path = "invoices/$filter(customer/name eq 'a/)b' or contains(name,'(/'))/$count"
    for (const text of [path, encodeURI(path), path.replaceAll('(', '%28').replaceAll("'", '%27')])
      expect(told(text)[0], text).toBe('count')
    expect(codeOf("invoices/$filter(customer/name eq 'a/$count")).toBe('query.syntax')
  })
})
