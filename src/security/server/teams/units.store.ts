import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { UnitRecord } from '#security/unit.ts'

/** The units of an environment, the root first, then by name. */
export function listUnits(executor: Executor, schema: string): Promise<UnitRecord[]> {
  const table = (name: string) => qualified(schema, name)
  return executor.query<UnitRecord>({
    text: `select unit.id, unit.name, unit.parent_id, unit.version,
        (select count(*)::int from ${table('_principal')} held join ${table('_member')} member on member.id = held.id
          where held.unit_id = unit.id) as members,
        (select count(*)::int from ${table('_principal')} held
          where held.unit_id = unit.id and held.kind = 'team') as teams
      from ${table('_unit')} unit order by unit.parent_id is not null, lower(unit.name), unit.id`,
  })
}
