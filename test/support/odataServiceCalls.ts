import type { ODataOperation } from '../../src/odata/model.ts'
import type { OperationCall, OperationResult, ODataStore } from '../../src/odata/protocol/store.ts'
import { durationOf, durationSeconds } from '../../src/dates/isoDuration.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { taxed } from './odataModel.ts'
import { refillService } from './odataServiceRows.ts'

const wire = { numbersAsText: true }

/** What the actions and functions of the reference service do. */
export async function callService(
  store: ODataStore,
  database: Database,
  { name, binding: bound }: ODataOperation,
  { binding, parameters }: OperationCall,
): Promise<OperationResult> {
  const key = binding?.key ?? ''
  const ids = async (text: string, values: readonly unknown[] = []) => {
    return (await database.query<{ id: string }>({ text, values })).map(({ id }) => id)
  }
  switch (name) {
    case 'reset':
      await refillService(database)
      return undefined
    case 'Reseed':
      await refillService(database)
      return 'reseeded'
    case 'raise': {
      if (bound?.collection) {
        const keys = await ids(
          'update reference.products set price = price + $1::numeric, version = version + 1 where price is not null returning id',
          [parameters['by']],
        )
        return keys.toSorted()
      }
      const [row] = await database.query<{ price: string }>({
        text: 'select (coalesce(price, 0) + $2::numeric)::numeric(12, 2) as price from reference.products where id = $1',
        values: [key, parameters['by']],
      })
      await store.update('products', key, { price: row?.price ?? null }, { wire, expected: null })
      return key
    }
    case 'paint': {
      const keys = await ids('select id from reference.products where tags @> $1::text[] order by id', [
        parameters['tags'],
      ])
      for (const each of keys) {
        await store.update('products', each, { colour: parameters['colour'] }, { wire, expected: null })
      }
      return keys
    }
    case 'dearest':
      return ids(
        `select id from reference.products where $2::text is null or category_code = $2
          order by price desc nulls last, id limit greatest($1::int, 0)`,
        [parameters['count'] ?? 3, parameters['category'] ?? null],
      )
    case 'best':
      return (await ids('select id from reference.products order by price desc nulls last, id limit 1'))[0]
    case 'average': {
      const colour = { Red: 1, Green: 2, Blue: 10 }[String(parameters['colour'])] ?? null
      const [row] = await database.query<{ average: string | null }>({
        text: 'select round(avg(price), 4)::text as average from reference.products where $1::int is null or colour = $1::int',
        values: [colour],
      })
      return row?.average ?? null
    }
    case 'labels':
      return await ids(`select unnest(tags || coalesce(name, '')) as id from reference.products where id = $1`, [key])
    case 'longest': {
      const all = (parameters['durations'] as string[]).map((text) => durationSeconds(text) ?? '0')
      return durationOf(all.toSorted((a, b) => Number(b) - Number(a))[0] ?? '0')
    }
    case 'twice':
      return Number(String(parameters['value']).replace('INF', 'Infinity')) * 2
    case 'taxed':
      return taxed.inline?.evaluate(String(parameters['amount']), String(parameters['rate']))
    case 'worth': {
      const [row] = await database.query<{ worth: string | null }>({
        text: 'select (price * coalesce($3::int, stock) * $2::numeric)::text as worth from reference.products where id = $1',
        values: [key, parameters['rate'], parameters['pieces'] ?? null],
      })
      return row?.worth ?? null
    }
    case 'next':
      return String(BigInt(String(parameters['number'])) + 1n)
    case 'mixed':
      return (parameters['colours'] as string[]).includes('Red') ? 'Read,Delete' : 'None'
    default:
      throw new Error(`nothing is called ${name}`)
  }
}
