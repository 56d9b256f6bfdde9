import type { Models } from '#entities/server/entities.ts'
import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { EnforcePermissionTests } from '#security/server/permissionTests/enforcePermissionTests.ts'

/** Which records, and what they get: those of an owner or of a unit get a new owner, or the unit alone. */
export type HandOver = {
  readonly of: { readonly owner: string } | { readonly unit: string }
  /** The new owner; without one the owner stays. */
  readonly owner?: string
  readonly unit: string
}

/** What administering rights needs besides a request's context. */
export type AdminDeps = {
  readonly models: Models
  /** Forgets who is a member of an environment, so that this process sees a change at once. */
  readonly memberships: { forget(environmentId: string): void }
  /** Gives records another owner or unit, each with its event and audit row; answers how many. */
  readonly handOver: (context: MemberContext, transaction: Transaction, model: Model, wish: HandOver) => Promise<number>
  readonly mailer: Mailer
  /** What comes of sentences about rights that a change breaks; without it they stop the change. */
  readonly heedTests?: EnforcePermissionTests
  /** The address of the web app, with which links in mails begin. */
  readonly webAddress: () => string
}
