import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { PermissionTest } from '#security/permissionTest.ts'

/** A stored sentence, with the names of its subjects. */
export type KeptTest = PermissionTest & {
  readonly id: string
  readonly holds: boolean | null
  readonly role: string
  readonly unit: string | null
  readonly owner_unit: string | null
}

/** The sentences of an environment, the oldest first; those of one entity, or all. */
export function listTests(executor: Executor, schema: string): Promise<KeptTest[]> {
  const table = (name: string) => qualified(schema, name)
  return executor.query<KeptTest>({
    text: `select test.id::text, role_id::text, test.unit_id::text, allowed, action, entity_id::text, attribute_id::text, owner,
        owner_unit_id::text, holds, role.name as role, unit.name as unit, owning.name as owner_unit
      from ${table('_permission_test')} test
      join ${table('_role')} role on role.id = test.role_id
      left join ${table('_unit')} unit on unit.id = test.unit_id
      left join ${table('_unit')} owning on owning.id = test.owner_unit_id
      order by test.created_on, test.id`,
  })
}

/** Writes a sentence, replacing the sentence with the same id if any. */
export async function putTest(
  executor: Executor,
  schema: string,
  id: string,
  test: PermissionTest & { readonly at: Date },
): Promise<void> {
  const { role_id, unit_id, allowed, action, entity_id, attribute_id, owner, owner_unit_id, at } = test
  await executor.execute({
    text: `insert into ${qualified(schema, '_permission_test')} (id, role_id, unit_id, allowed, action, entity_id, attribute_id,
        owner, owner_unit_id, created_on)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (id) do update set role_id = $2, unit_id = $3, allowed = $4, action = $5, entity_id = $6, attribute_id = $7,
        owner = $8, owner_unit_id = $9, holds = null`,
    values: [id, role_id, unit_id, allowed, action, entity_id, attribute_id, owner, owner_unit_id, at],
  })
}

/** Stores which sentences are true now; unchanged verdicts are not written. */
export async function keepVerdicts(
  executor: Executor,
  schema: string,
  verdicts: readonly { readonly id: string; readonly holds: boolean | null }[],
): Promise<void> {
  await executor.execute({
    text: `update ${qualified(schema, '_permission_test')} test set holds = now_is.holds
      from unnest($1::uuid[], $2::boolean[]) now_is (id, holds)
      where test.id = now_is.id and test.holds is distinct from now_is.holds`,
    values: [verdicts.map(({ id }) => id), verdicts.map(({ holds }) => holds)],
  })
}

export async function removeTest(executor: Executor, schema: string, id: string): Promise<number> {
  return executor.execute({ text: `delete from ${qualified(schema, '_permission_test')} where id = $1`, values: [id] })
}
