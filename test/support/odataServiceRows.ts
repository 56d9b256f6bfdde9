import type { Database, Executor } from '../../src/platform/server/database/database.ts'
import type { EntitySet } from '../../src/odata/model.ts'
import { plainValue, storedValue } from '../../src/odata/write/values.ts'
import { ident } from '../../src/platform/sql.ts'
import { serviceModel, serviceSql, serviceTables } from './odataServiceModel.ts'

type Row = Readonly<Record<string, unknown>>

const idOf = (index: number) => `00000000-0000-7000-8100-${String(index).padStart(12, '0')}`

const categories: readonly Row[] = [
  { code: 'tools', name: 'Tools' },
  { code: "o'hara & sons", name: "O'Hara" },
  { code: 'ķēde/1', name: 'Ķēdes' },
]

const products: readonly Row[] = [
  {
    id: idOf(1),
    code: 'hammer',
    name: 'Hammer',
    colour: 'Red',
    access: 'Read,Delete',
    price: '12.50',
    stock: 3,
    units: '9007199254740993',
    share: 255,
    weight: 1.5,
    took: 'PT1H30M',
    opens: '08:00:00',
    made_on: '2026-01-01T10:00:00Z',
    day: '2026-01-01',
    done: true,
    seal: 'T0RhdGE',
    place: { type: 'Point', coordinates: [24.1, 56.95] },
    route: { type: 'LineString', coordinates: [[24.1, 56.95], [2.35, 48.86]] }, // prettier-ignore
    zone: { type: 'Polygon', coordinates: [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]] }, // prettier-ignore
    tags: ['heavy', 'steel'],
    sizes: [1, 2, 3],
    colours: ['Red', 'Blue'],
    'address/street': 'Brīvības 1',
    'address/city': 'Rīga',
    'address/place/latitude': 56.95,
    'address/place/longitude': 24.1,
    category_code: 'tools',
  },
  { id: idOf(2), code: 'saw', name: 'Saw', colour: 'Blue', access: 'ReadWrite', price: '30', weight: 'INF', place: { type: 'Point', coordinates: [2.35, 48.86] }, took: '-P1DT0.5S', tags: ['steel'], 'address/city': 'Paris', category_code: 'tools' }, // prettier-ignore
  { id: idOf(3), code: 'chain', name: 'Ķēde', price: '0.05', weight: 'NaN', sizes: [3, 3], category_code: 'ķēde/1' },
  { id: idOf(4), code: 'empty' },
]

const tickets: readonly Row[] = [
  { number: '1', title: 'Broken', day: '2026-02-28', product_id: idOf(1) },
  { number: '2', title: 'Lost', product_id: idOf(1) },
  { number: '9007199254740993', title: 'Old', product_id: idOf(2) },
]

const companies: readonly Row[] = [{ id: 'main', name: 'Reference Ltd', motto: 'As it is written' }]

const rows: Readonly<Record<string, readonly Row[]>> = { categories, products, tickets, companies }

/** The tables, new, with the rows that are there at the start. */
export async function fillService(database: Database): Promise<void> {
  for (const text of serviceSql.split(';\n')) await database.execute({ text })
  await refillService(database)
}

/** The rows as they are at the start: all of them at once, so that nobody meets half of them, however slow the machine is. */
export async function refillService(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const name of Object.keys(rows).toReversed()) {
      await transaction.execute({ text: `delete from reference.${ident(name)}` })
    }
    for (const [name, each] of Object.entries(rows)) {
      const set = serviceModel.entitySets.get(name)
      if (set) for (const row of each) await insert(transaction, set, row)
    }
  })
}

async function insert(database: Executor, set: EntitySet, row: Row): Promise<void> {
  const table = serviceTables.get(set.name)
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => {
    const property = set.properties.get(name)
    const checked = property && plainValue(property, value, name)
    if (!checked || 'code' in checked) throw new Error(`${set.name}.${name}`)
    return [table?.columns?.get(name) ?? name, storedValue(property, checked.value)]
  })
  const columns = entries.map(([column]) => ident(column)).join(', ')
  const places = entries.map((_, index) => `$${index + 1}`).join(', ')
  const text = `insert into reference.${ident(set.name)} (${columns}) values (${places})`
  await database.execute({ text, values: entries.map(([, value]) => value) })
}
