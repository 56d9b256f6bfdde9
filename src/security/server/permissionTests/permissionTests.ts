import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import {
  mostTests,
  type PermissionTest,
  type PermissionTestDraft,
  type PermissionTestRecord,
} from '#security/permissionTest.ts'
import { noteEvent } from '#security/server/admin/events.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { findRole } from '#security/server/roles/roles.store.ts'
import { listUnits } from '#security/server/teams/units.store.ts'
import { keepVerdicts, putTest, removeTest } from '#security/server/permissionTests/permissionTests.store.ts'
import { judgeAll, sentenceOf, type Verdict } from '#security/server/permissionTests/runTests.ts'

type TestDeps = Pick<AdminDeps, 'models'>

/** The sentences with whether each is true by the rights as they stand. */
export async function readTests(deps: TestDeps, context: MemberContext): Promise<PermissionTestRecord[]> {
  const { database, environment } = context
  const model = await deps.models.fresh(environment)
  const verdicts = await judgeAll(database, environment.schema, () => Promise.resolve(model))
  return verdicts.map((verdict) => recordOf(verdict, model))
}

/**
 * Creates a sentence, or replaces one. The sentence need not be true: it stops changes only after it was first true.
 * Faults: `role.unknown`, `unit.unknown`, `definition.unknown`, `permissionTest.unknown`, `permissionTest.limit`.
 */
export async function writeTest(
  deps: TestDeps,
  context: MemberContext,
  id: string | undefined,
  draft: PermissionTestDraft,
): Promise<PermissionTestRecord> {
  const { database, environment } = context
  const { schema } = environment
  const model = await deps.models.fresh(environment)
  const given = toTest(draft)
  const own = id ?? context.newId()
  return database.transaction(async (transaction) => {
    await refuseUnknown(transaction, schema, model, given)
    const known = await judgeAll(transaction, schema, () => Promise.resolve(model))
    const former = known.find(({ test }) => test.id === id)
    if (id !== undefined && !former) throw fault('permissionTest.unknown')
    if (id === undefined && known.length >= mostTests)
      refuseIf([{ code: 'permissionTest.limit', parameters: { max: mostTests } }])
    await putTest(transaction, schema, own, { ...given, at: context.now() })
    const verdict = (await judgeAll(transaction, schema, () => Promise.resolve(model))).find(
      ({ test }) => test.id === own,
    )
    if (!verdict) throw fault('permissionTest.unknown')
    await keepVerdicts(transaction, schema, [{ id: own, holds: verdict.holds }])
    await noteEvent(context, transaction, schema, {
      kind: former ? 'permissionTestChanged' : 'permissionTestCreated',
      subject: { id: own, name: verdict.test.role },
      before: former ? sentenceOf(former.test, model) : null,
      after: sentenceOf(verdict.test, model),
    })
    return recordOf(verdict, model)
  })
}

/** Takes a sentence away. Fault: `permissionTest.unknown`. */
export async function deleteTest(deps: TestDeps, context: MemberContext, id: string): Promise<void> {
  const { database, environment } = context
  const { schema } = environment
  const model = await deps.models.fresh(environment)
  await database.transaction(async (transaction) => {
    const known = await judgeAll(transaction, schema, () => Promise.resolve(model))
    const former = known.find(({ test }) => test.id === id)
    if (!former) throw fault('permissionTest.unknown')
    await removeTest(transaction, schema, id)
    await noteEvent(context, transaction, schema, {
      kind: 'permissionTestDeleted',
      subject: { id, name: former.test.role },
      before: sentenceOf(former.test, model),
      after: null,
    })
  })
}

function toTest({
  unit_id = null,
  attribute_id = null,
  owner_unit_id = null,
  ...rest
}: PermissionTestDraft): PermissionTest {
  return { ...rest, unit_id, attribute_id, owner_unit_id }
}

async function refuseUnknown(
  executor: Executor,
  schema: string,
  { entities }: Model,
  { role_id: role, entity_id, attribute_id, unit_id, owner_unit_id }: PermissionTest,
): Promise<void> {
  if (!(await findRole(executor, schema, role))) throw fault('role.unknown')
  const entity = entities.get(entity_id)
  const hasAttribute = attribute_id === null || entity?.attributes.some(({ id }) => id === attribute_id)
  if (!entity || !hasAttribute || entity.link_of !== null) throw fault('definition.unknown')
  const known = new Set((await listUnits(executor, schema)).map(({ id }) => id))
  if ([unit_id, owner_unit_id].some((id) => id !== null && !known.has(id))) throw fault('unit.unknown')
}

function recordOf({ test, holds }: Verdict, model: Model): PermissionTestRecord {
  const { role: _role, unit: _unit, owner_unit: _ownerUnit, ...kept } = test
  return { ...kept, holds, sentence: sentenceOf(test, model) }
}
