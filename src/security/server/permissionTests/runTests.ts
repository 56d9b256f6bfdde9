import type { Model } from '#entities/model.ts'
import type { FaultParameters } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { judge } from '#security/permissionTest.ts'
import type { GrantingMember } from '#security/grant.ts'
import { grantOf } from '#security/server/roles/grants.ts'
import { keepVerdicts, listTests, type KeptTest } from '#security/server/permissionTests/permissionTests.store.ts'

export type Verdict = { readonly test: KeptTest; readonly holds: boolean | null }

/** Judges all sentences of an environment by its rights as they stand. Nothing but one statement where there are none. */
export async function judgeAll(executor: Executor, schema: string, modelOf: () => Promise<Model>): Promise<Verdict[]> {
  const tests = await listTests(executor, schema)
  if (tests.length === 0) return []
  const model = await modelOf()
  const units = await executor.query<{ id: string; parent_id: string | null }>({
    text: `select id::text, parent_id::text from ${qualified(schema, '_unit')}`,
  })
  const grants = new Map<string, GrantingMember>()
  for (const { role_id: role } of tests)
    if (!grants.has(role)) grants.set(role, await grantOf(executor, schema, [role]))
  return tests.map((test) => {
    const held = grants.get(test.role_id)
    return { test, holds: held ? judge(test, { model, units, held }) : null }
  })
}

/**
 * The sentences that were true before a change of rights or definitions and are no more. One that was not true before is none
 * of them, so that rights can be mended in steps. What is true now is kept, in the transaction of the change.
 */
export async function brokenBy(
  executor: Executor,
  schema: string,
  modelOf: () => Promise<Model>,
): Promise<readonly KeptTest[]> {
  const verdicts = await judgeAll(executor, schema, modelOf)
  if (verdicts.length === 0) return []
  await keepVerdicts(
    executor,
    schema,
    verdicts.map(({ test, holds }) => ({ id: test.id, holds })),
  )
  return verdicts.flatMap(({ test, holds }) => (holds === false && test.holds === true ? [test] : []))
}

/** What a sentence says, for the text `fault.permissionTest.sentence` of any language. */
export function sentenceOf(test: KeptTest, { entities }: Pick<Model, 'entities'>): FaultParameters {
  const entity = entities.get(test.entity_id)
  const attribute = entity?.attributes.find(({ id }) => id === test.attribute_id)
  return {
    role: test.role,
    of: test.unit === null ? 'any' : 'one',
    unit: test.unit ?? '',
    may: test.allowed ? 'yes' : 'no',
    action: test.action,
    what: test.attribute_id === null ? 'record' : 'field',
    attribute: attribute?.name ?? '?',
    entity: entity?.name ?? '?',
    owner: test.owner,
    ownerUnit: test.owner_unit ?? '',
  }
}
