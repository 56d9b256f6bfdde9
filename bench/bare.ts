import fastify from 'fastify'
import pg from 'pg'

/**
 * What everyone would write by hand: Fastify and `pg`, no sign-in, no rights, no events, no versions. It serves the same
 * table as the product; its three routes are what ours are measured against.
 */
const [connectionString, table, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 10 })
const app = fastify()
const principals = table?.replace('"accounts"', '"_principal"')

const columns = 'id, name, status, city, industry, revenue, employees, founded, email, created_on'
const everything =
  'id, name, status, version, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, city, industry, revenue, employees, founded, email, active'

app.get('/list', async (request) => {
  const { city, status } = request.query as { city: string; status: string }
  const text = `select ${columns} from ${table} where city = $1 and status = $2 order by created_on desc, id desc limit 50`
  return { value: (await pool.query({ name: 'list', text, values: [city, status] })).rows }
})

app.get('/expanded', async (request) => {
  const { city, status } = request.query as { city: string; status: string }
  const own = columns.replaceAll(/(\w+)/g, 't.$1')
  const text = `select ${own}, o.id as owner_id, o.name as owner_name from ${table} t left join ${principals} o on o.id = t.owner_id
    where t.city = $1 and t.status = $2 order by t.created_on desc, t.id desc limit 50`
  const { rows } = await pool.query({ name: 'expanded', text, values: [city, status] })
  return { value: rows.map(({ owner_id: id, owner_name: name, ...row }) => ({ ...row, owner: { id, name } })) }
})

app.get('/one/:id', async (request, reply) => {
  const { id } = request.params as { id: string }
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${everything} from ${table} where id = $1`,
    values: [id],
  })
  return rows[0] ?? reply.code(404).send({ error: 'not found' })
})

const body = {
  type: 'object',
  required: ['id', 'name', 'owner', 'unit'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: 250 },
    owner: { type: 'string' },
    unit: { type: 'string' },
    city: { type: 'string', maxLength: 100 },
    industry: { type: 'string', enum: ['logistics', 'food', 'energy', 'wood', 'optics'] },
    revenue: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
    employees: { type: 'string', pattern: '^\\d+$' },
    founded: { type: 'string', format: 'date' },
    email: { type: 'string', format: 'email' },
    active: { type: 'boolean' },
  },
} as const

app.post('/create', { schema: { body } }, async (request, reply) => {
  const given = request.body as Record<string, unknown>
  const text = `insert into ${table} (${everything}) values ($1, $2, 'active', 1, $3, $4, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${everything}`
  const { id, name, owner, unit, city, industry, revenue, employees, founded, email, active } = given
  const values = [id, name, new Date(), owner, unit, city, industry, revenue, employees, founded, email, active]
  return reply.code(201).send((await pool.query({ name: 'create', text, values })).rows[0])
})

const change = {
  type: 'object',
  required: ['city', 'employees'],
  properties: { city: { type: 'string', maxLength: 100 }, employees: { type: 'string', pattern: '^\\d+$' } },
} as const

app.patch('/one/:id', { schema: { body: change } }, async (request, reply) => {
  const { id } = request.params as { id: string }
  const { city, employees } = request.body as { city: string; employees: string }
  const text = `update ${table} set city = $2, employees = $3, updated_on = $4 where id = $1 returning ${everything}`
  const { rows } = await pool.query({ name: 'change', text, values: [id, city, employees, new Date()] })
  return rows[0] ?? reply.code(404).send({ error: 'not found' })
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
