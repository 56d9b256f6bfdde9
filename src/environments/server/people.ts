import { fullName } from '#accounts/fullName.ts'
import type { Person } from '#accounts/server/accounts.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/**
 * Copies a person's new names into every environment with a copy of the names (architecture 5: no join crosses
 * schemas).
 */
export async function renamePerson(database: Database, person: Person): Promise<void> {
  const places = await database.query<{ schema: string }>({
    text: `select schema from lintel.environment_member own join lintel.environment on environment.id = own.environment_id
      where own.user_id = $1 order by schema`,
    values: [person.id],
  })
  for (const { schema } of places) {
    await database.execute({
      text: `with renamed as (
          update ${qualified(schema, '_member')} set firstname = $2, lastname = $3 where id = $1 returning id)
        update ${qualified(schema, '_principal')} set name = $4 where id in (select id from renamed)`,
      values: [person.id, person.firstname, person.lastname, fullName(person)],
    })
  }
}

/** The ids of those with whom a person shares an environment. */
export async function colleaguesOf(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.query<{ id: string }>({
    text: `select distinct other.user_id as id from lintel.environment_member own
      join lintel.environment on environment.id = own.environment_id and state = 'active'
      join lintel.environment_member other on other.environment_id = own.environment_id and other.status <> 'invited'
      where own.user_id = $1 and own.status = 'active'`,
    values: [userId],
  })
  return rows.map(({ id }) => id)
}

/** The names of the environments whose only active administrator a person is, and which others use too. */
export async function administeredAlone(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.query<{ name: string }>({
    text: `select environment.name from lintel.environment_member own
      join lintel.environment on environment.id = own.environment_id and state = 'active'
      where own.user_id = $1 and own.status = 'active' and own.administrator
        and exists (select from lintel.environment_member other
          where other.environment_id = own.environment_id and other.user_id <> $1 and other.status = 'active')
        and not exists (select from lintel.environment_member other
          where other.environment_id = own.environment_id and other.user_id <> $1 and other.status = 'active'
            and other.administrator)
      order by environment.name`,
    values: [userId],
  })
  return rows.map(({ name }) => name)
}
