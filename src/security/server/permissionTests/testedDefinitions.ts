import type { ChangeContext } from '#changes/server/changes.ts'
import type { Model } from '#entities/model.ts'
import { loadMember } from '#environments/server/environments.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { enforcePermissionTests } from '#security/server/permissionTests/enforcePermissionTests.ts'

/**
 * Enforces the sentences about rights for changes of definitions, as for changes of rights. Fault:
 * `permissionTest.failed`.
 */
export async function heedDefinitionTests(
  transaction: Transaction,
  context: ChangeContext,
  after: Model,
): Promise<void> {
  const { schema } = context.environment
  await enforcePermissionTests(context, transaction, schema, {
    modelOf: () => Promise.resolve(after),
    mayOverride: async () => {
      const member = await loadMember(transaction, schema, context.member.id)
      return member?.heldRights.activities.has('manage-roles') ?? false
    },
  })
}
