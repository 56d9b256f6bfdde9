import { randomUUID } from 'node:crypto'
import pg from 'pg'

// Writes records, events and audit rows as three statements, each by itself, without end; says which ids are done. What
// one writes by hand without thinking of a crash in between.
const [connectionString = '', schema = '', entity = '', owner = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 8 })

async function write(): Promise<void> {
  for (;;) {
    const id = randomUUID()
    await pool.query(
      `insert into "${schema}"."orders" (id, name, status, version, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
        select $1, 'Naive', 'active', 1, now(), $2, now(), $2, $2, unit_id from "${schema}"."_principal" where id = $2`,
      [id, owner],
    )
    const values = [id, entity, owner]
    await pool.query(
      `insert into "${schema}"."_event" (id, entity_id, record_id, kind, at, by_id, cause, after) values (gen_random_uuid(), $2, $1, 'create', now(), $3, '{}', '{}')`,
      values,
    )
    await pool.query(
      `insert into "${schema}"."_audit" (entity_id, record_id, kind, at, by_id, cause, changes) values ($2, $1, 'create', now(), $3, '{}', '{}')`,
      values,
    )
    process.stdout.write(`${id}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, write))
