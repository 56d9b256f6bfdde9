import type { Model } from '#entities/model.ts'
import type { Variable } from '#expressions/variable.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A variable in the form of `row_to_json`. */
export type VariableRow = Variable

/** Saves the differences between the variables of two models. */
export async function saveVariables(executor: Executor, schema: string, before: Model, after: Model): Promise<void> {
  const table = qualified(schema, '_variable')
  const former = new Map([...before.variables.values()].map((variable) => [variable.id, variable]))
  const kept = new Set([...after.variables.values()].map(({ id }) => id))
  const gone = [...former.keys()].filter((id) => !kept.has(id))
  if (gone.length > 0)
    await executor.execute({ text: `delete from ${table} where id = any($1::uuid[])`, values: [gone] })
  for (const variable of after.variables.values()) {
    if (former.get(variable.id) === variable) continue
    const { id, key, type, value, description, version, change_id } = variable
    await executor.execute({
      text: `insert into ${table} (id, key, type, value, description, version, change_id)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do update set type = excluded.type, value = excluded.value,
        description = excluded.description, version = excluded.version, change_id = excluded.change_id`,
      values: [id, key, type, JSON.stringify(value), description, version, change_id],
    })
  }
}
