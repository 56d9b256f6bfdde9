import type { Model } from '#entities/model.ts'
import { Fault } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { noteEvent, type EventAuthor } from '#security/server/admin/events.ts'
import { brokenBy, sentenceOf } from '#security/server/permissionTests/runTests.ts'

/** Who makes a change, with the reason why it is made although sentences about rights say no. */
export type Changing = EventAuthor & { readonly overrideReason?: string }

type Judging = {
  /** The definitions as they are after the change. */
  readonly modelOf: () => Promise<Model>
  /** Whether whoever changes managed roles before the change; asked only where it matters. */
  readonly mayOverride: () => Promise<boolean>
}

export type EnforcePermissionTests = typeof enforcePermissionTests

/**
 * The end of every change of rights and of definitions: a sentence that was true and is no more stops it with
 * `permissionTest.failed`, which says whether the asker could go on all the same. Whoever manages roles may, with a reason:
 * they may take the sentence away too. That is told in the log.
 */
export async function enforcePermissionTests(
  asker: Changing,
  transaction: Transaction,
  schema: string,
  { modelOf, mayOverride }: Judging,
): Promise<void> {
  const broken = await brokenBy(transaction, schema, modelOf)
  if (broken.length === 0) return
  const reason = asker.overrideReason
  const overridable = await mayOverride()
  if (!reason || !overridable) {
    const model = await modelOf()
    const details = broken.map((test) => ({
      code: 'permissionTest.sentence' as const,
      target: test.id,
      parameters: sentenceOf(test, model),
    }))
    const failed = { code: 'permissionTest.failed', parameters: { count: broken.length } } as const
    throw new Fault(failed, details, { overridable })
  }
  for (const { id, role } of broken)
    await noteEvent(asker, transaction, schema, {
      kind: 'permissionTestOverridden',
      subject: { id, name: role },
      before: null,
      after: { reason },
    })
}
