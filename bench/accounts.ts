import type { Client } from 'pg'
import { newEntity, newEnvironment, type Maker } from '../test/support/maker.ts'

/** The table that both servers serve: 17 columns with the ten of the system. */
export type Accounts = {
  readonly environment: string
  readonly entity: string
  readonly table: string
  readonly ids: readonly string[]
  readonly owner: string
  readonly unit: string
}

export const cities = 5000
export const industries = ['logistics', 'food', 'energy', 'wood', 'optics']
const idsKept = 20_000
/** Number of searched text attributes of an account: name, city and address. */
export const searchedTexts = 3

/** The attributes of the table, behind the fields of the system. */
export const accountAttributes = [
  { name: 'City', uri: 'city', type: 'text' },
  {
    name: 'Industry',
    uri: 'industry',
    type: 'select',
    options: industries.map((value) => ({ value, label: value })),
  },
  { name: 'Revenue', uri: 'revenue', type: 'decimal' },
  { name: 'Employees', uri: 'employees', type: 'number' },
  { name: 'Founded', uri: 'founded', type: 'date' },
  { name: 'E-mail', uri: 'email', type: 'email' },
  { name: 'Active', uri: 'active', type: 'boolean' },
]

/** Makes the entity through the product, fills its table with generated rows, and gives it the index of the two filters and the order. */
export async function makeAccounts(maker: Maker, client: Client, rows: number): Promise<Accounts> {
  const place = await newEnvironment(maker, 'bench')
  const { id: entity } = await newEntity(maker, place, 'accounts', accountAttributes)
  const table = `"${place.schema}"."accounts"`
  const found = await client.query<{ unit: string }>(
    `select unit_id as unit from "${place.schema}"."_principal" where id = $1`,
    [maker.id],
  )
  const unit = found.rows[0]?.unit ?? ''
  await client.query(
    `insert into ${table} (id, name, status, version, created_on, created_by_id, updated_on, updated_by_id, owner_id,
      owning_unit_id, city, industry, revenue, employees, founded, email, active)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || 'a' || substr(hash, 4, 15))::uuid,
      'Account ' || i, (array['active','active','active','inactive'])[i / ${cities} % 4 + 1], 1, at, $1, at, $1, $1, $2,
      'City ' || (i::bigint * 7919 % ${cities}), ($3::text[])[i % 5 + 1], (i % 900000) + (i % 100) / 100.0, i % 5000,
      date '1950-01-01' + i % 25000, 'account' || i || '@example.org', i % 3 = 0
    from (select i, md5(i::text) as hash, timestamptz '2020-01-01' + i * interval '37 seconds' as at
      from generate_series(1, ${rows}) i) made`,
    [maker.id, unit, industries],
  )
  await client.query(`create index on ${table} (city, status, created_on desc, id desc)`)
  await client.query(`vacuum analyze ${table}`)
  const some = await client.query<{ id: string }>(
    `select id from ${table} where ('x' || substr(id::text, 21, 3))::bit(12)::int % greatest(1, ${Math.floor(rows / idsKept)}) = 0 limit ${idsKept}`,
  )
  return { environment: place.id, entity, table, unit, owner: maker.id, ids: some.rows.map(({ id }) => id) }
}
