import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { requireTests } from '#security/server/tests/runTests.ts'

/** Changes of definitions end with the sentences about rights too; they cannot be overridden there, but the sentences can be changed. */
export const testedDefinitions = {
  kinds: <Kinds>(below: Kinds): Kinds => below,
  load: () => Promise.resolve({}),
  async save(executor: Executor, schema: string, { after }: { readonly after: Model }): Promise<void> {
    await requireTests(executor, schema, () => Promise.resolve(after), undefined)
  },
}
