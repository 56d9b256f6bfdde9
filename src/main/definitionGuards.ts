import type { ChangedEnvironment } from '#changes/server/changes.ts'
import type { Model } from '#entities/model.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { foretellDisclosure, refuseDisclosure } from '#security/server/disclosure/disclosure.ts'
import { heedDefinitionTests } from '#security/server/permissionTests/testedDefinitions.ts'
import type { DefinitionsOptions } from '#tables/server/definitionStore.ts'

/**
 * The checks of rights on a change of definitions: the disclosures, and the refusals. `load` reads the rights in force.
 */
export function definitionGuards(
  load: (transaction: Transaction, environment: ChangedEnvironment) => Promise<Model>,
): Required<Pick<DefinitionsOptions, 'foretell' | 'permit'>> {
  return {
    foretell: foretellDisclosure,
    async permit(transaction, context, after) {
      await heedDefinitionTests(transaction, context, after)
      await refuseDisclosure(transaction, context, { load: () => load(transaction, context.environment), after })
    },
  }
}
