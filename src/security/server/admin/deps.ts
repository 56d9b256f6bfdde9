import type { Models } from '#entities/server/entities.ts'
import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { EnforcePermissionTests } from '#security/server/permissionTests/enforcePermissionTests.ts'

/** The records of an owner or of a unit, and their new owner or unit. */
export type HandOver = {
  readonly of: { readonly owner: string } | { readonly unit: string }
  /** The new owner; without one the owner stays. */
  readonly owner?: string
  readonly unit: string
}

/** Dependencies of the administration of rights, beside a request's context. */
export type AdminDeps = {
  readonly models: Models
  /** Drops the cached memberships of an environment, so that this process sees a change at once. */
  readonly memberships: { forget(environmentId: string): void }
  /** Gives records another owner or unit, each with its event and audit row; answers how many. */
  readonly handOver: (context: MemberContext, transaction: Transaction, model: Model, wish: HandOver) => Promise<number>
  readonly mailer: Mailer
  /** Handles sentences about rights that a change breaks; without it such sentences stop the change. */
  readonly heedTests?: EnforcePermissionTests
  /** The address of the web app, with which links in mails begin. */
  readonly webAddress: () => string
}
