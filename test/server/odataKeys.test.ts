import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '#odata/engine.ts'
import { byName, type EntitySet, type ODataModel, type Property } from '#odata/model.ts'
import { emptyDatabase } from '../support/database.ts'
import { readingOf, type Reading } from '../support/odataReading.ts'

let keys: Reading
let close: () => Promise<void>

beforeAll(async () => {
  const database = await emptyDatabase('odatakeys')
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query(libraryTables)
  const engine = createEngine({ model: library, tables: libraryMap, sign: () => 's' })
  keys = readingOf({ client, model: library, engine })
  close = async () => {
    await client.end()
    await database.drop()
  }
})

afterAll(() => close?.())

const property = (name: string, type: Property['type'], nullable = false): Property => {
  return { name, type, nullable, filterable: true, sortable: true }
}
const set = (name: string, key: string, properties: readonly Property[], more: Partial<EntitySet> = {}): EntitySet => {
  return { name, key, properties: byName(properties), navigations: new Map(), ...more }
}
/** Sets with keys of several types. */
const library: ODataModel = {
  namespace: 'Library',
  entitySets: byName([
    set('words', 'text', [property('text', 'Edm.String'), property('shelf', 'Edm.Int32', true)], {
      typeName: 'Word',
      navigations: byName([{ name: 'place', target: 'shelves', via: 'shelf' }]),
    }),
    set(
      'shelves',
      'number',
      [property('number', 'Edm.Int32'), property('code', 'Edm.String'), property('room', 'Edm.Int64')],
      {
        collections: byName([{ name: 'words', target: 'words', via: 'shelf' }]),
        alternateKeys: [['code'], ['code', 'room']],
      },
    ),
    set('days', 'day', [property('day', 'Edm.Date')]),
  ]),
  singletons: byName([{ name: 'First', set: 'shelves', key: '1' }]),
}
const libraryMap = new Map(
  [...library.entitySets.keys()].map((table) => [table, { schema: 'library', table }] as const),
)
const strange = ["it's", 'a/b', 'a b', 'ķ%', 'x(5)', 'null', '7', '=', '漢𝒳', 'a&b;c', '(', '@x', '~_.-']
const libraryTables = `create schema library;
create table library.words (text text primary key, shelf int);
create table library.shelves (number int primary key, code text not null, room bigint not null);
create table library.days (day date primary key);
insert into library.shelves values (1, 'x', 5), (-2, 'it''s', 9223372036854775807);
insert into library.days values ('2026-02-28');
insert into library.words select w, 1 from unnest(array[${strange.map((word) => `'${word.replaceAll("'", "''")}'`).join()}]) w`

describe('keys', () => {
  test('of texts, in parentheses and as segments, whatever stands in them, as their addresses say', async () => {
    for (const word of strange) {
      const quoted = encodeURIComponent(word.replaceAll("'", "''"))
      expect((await keys(`words('${quoted}')`)).body['text'], word).toBe(word)
      expect((await keys(`words(text='${quoted}')/text/$value`)).text, word).toBe(word)
      expect((await keys(`words/${encodeURIComponent(word)}`)).body['text'], word).toBe(word)
      expect((await keys(`words(@k)?@k='${quoted}'`)).body['text'], word).toBe(word)
    }
    const { value } = await keys('First/words/$ref')
    expect(value.length).toBe(strange.length)
    for (const reference of value) expect((await keys(String(reference['@odata.id']))).status).toBe(200)
    expect((await keys("words('%2e%2e')")).status).toBe(404)
    expect((await keys("$entity?$id=words('a%252Fb')")).body['text']).toBe('a/b')
  })

  test('of numbers and days; what is of another type is refused', async () => {
    expect((await keys('shelves(1)')).body['code']).toBe('x')
    expect((await keys('shelves/-2/code')).body['value']).toBe("it's")
    expect((await keys('days(2026-02-28)')).status).toBe(200)
    expect((await keys('days/2026-02-28')).status).toBe(200)
    expect((await keys('shelves(9223372036854775807)')).code).toBe('record.unknown')
    for (const path of [
      "shelves('1')",
      'shelves(1.5)',
      'shelves(9223372036854775808)',
      'shelves(1e3)',
      'shelves(null)',
      'shelves()',
      'shelves(@k)',
      'shelves(1)(2)',
      'shelves(room=5)',
      'shelves(code=x)'.replace('x', '5'),
      "shelves(code='x',code='x')",
      'days(2026-02-30)',
      'words(5)',
      'words(text=null)',
    ])
      expect(await keys(path), path).toMatchObject({ status: 400, code: 'request.idInvalid' })
    for (const path of ['days/2026-02-30', 'shelves/x', 'shelves/1.5'])
      expect((await keys(path)).status, path).toBe(404)
  })

  test('alternate keys find the row that their values tell', async () => {
    expect((await keys("shelves(code='x')")).body['number']).toBe(1)
    expect((await keys("shelves(room=9223372036854775807,code='it''s')/number/$value")).text).toBe('-2')
    expect((await keys("shelves(code='x',room=6)")).status).toBe(404)
    expect((await keys("shelves(code=@c)/words/$count?@c='x'")).text).toBe(String(strange.length))
    expect((await keys("shelves(code='x')/code")).body['@odata.context']).toBe('/r/$metadata#shelves(1)/code')
  })

  test('singletons are rows with a name; a cast to the own type changes nothing', async () => {
    expect((await keys('First')).body['number']).toBe(1)
    expect((await keys('First/words/$count')).text).toBe(String(strange.length))
    expect((await keys("words/Library.Word('7')/Library.Word/text")).body['value']).toBe('7')
    expect((await keys('words/Library.shelves')).status).toBe(404)
  })
})
