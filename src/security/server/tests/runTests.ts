import type { Model } from '#entities/model.ts'
import { Fault, type FaultParameters } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { judge } from '#security/permissionTest.ts'
import type { Held } from '#security/grant.ts'
import { grantOf } from '#security/server/admin/grants.ts'
import { keepVerdicts, listTests, type KeptTest } from '#security/server/tests/permissionTests.store.ts'

export type Verdict = { readonly test: KeptTest; readonly holds: boolean | null }

/** Judges all sentences of an environment by its rights as they stand. Nothing but one statement where there are none. */
export async function judgeAll(executor: Executor, schema: string, modelOf: () => Promise<Model>): Promise<Verdict[]> {
  const tests = await listTests(executor, schema)
  if (tests.length === 0) return []
  const model = await modelOf()
  const units = await executor.query<{ id: string; parent_id: string | null }>({
    text: `select id::text, parent_id::text from ${qualified(schema, '_unit')}`,
  })
  const grants = new Map<string, Held>()
  for (const { role_id: role } of tests)
    if (!grants.has(role)) grants.set(role, await grantOf(executor, schema, [role]))
  return tests.map((test) => {
    const held = grants.get(test.role_id)
    return { test, holds: held ? judge(test, { model, units, held }) : null }
  })
}

/**
 * The end of a change of rights or definitions: a sentence that was true and is no more stops it with `permissionTest.failed`.
 * One that was not true before stops nothing, so that it can be mended in steps. Answers what would have stopped it where a
 * reason to go on is given.
 */
export async function requireTests(
  executor: Executor,
  schema: string,
  modelOf: () => Promise<Model>,
  reason: string | undefined,
): Promise<readonly Verdict[]> {
  const verdicts = await judgeAll(executor, schema, modelOf)
  if (verdicts.length === 0) return []
  const broken = verdicts.filter(({ test, holds }) => holds === false && test.holds === true)
  if (broken.length > 0 && !reason) {
    const model = await modelOf()
    const details = broken.map(({ test }) => ({
      code: 'permissionTest.sentence' as const,
      target: test.id,
      parameters: sentenceOf(test, model),
    }))
    throw new Fault({ code: 'permissionTest.failed', parameters: { count: broken.length } }, details)
  }
  await keepVerdicts(
    executor,
    schema,
    verdicts.map(({ test, holds }) => ({ id: test.id, holds })),
  )
  return broken
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
