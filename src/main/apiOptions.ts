import type { Logger } from 'pino'
import type { RegionCode } from '#environments/region.ts'
import type { IdentityConfig } from '#main/identityConfig.ts'
import type { Readiness } from '#main/health.routes.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Texter } from '#platform/server/sms/sms.ts'
import type { Storage } from '#platform/server/storage.ts'
import type { Mailbox } from '#platform/server/mail/mailbox.ts'

/** The dependencies of the product's routes. */
export type ApiOptions = {
  readonly ground: BaseContext
  readonly logger: Logger | undefined
  /** A pool for statements that may take long: indexes of large tables, imports. */
  readonly online: Database
  readonly mailer: Mailer
  /** Mails that can be read on this machine; none in production. */
  readonly mailbox: Mailbox | undefined
  /** Sends short messages; without it phones are not verified. */
  readonly texter?: Texter | undefined
  readonly secret: string
  /** The former secret while the secret is being changed. */
  readonly previousSecret?: string | undefined
  /** Calls a second that a person, a key or a client address may make; undefined means no limit. */
  readonly callsPerSecond?: number
  /** Providers and challenges of the sign-in; none by default. */
  readonly identity?: IdentityConfig
  /** The build of this program, and whether it stops. */
  readonly readiness?: Readiness
  readonly dataFolder: string
  /** The storage of records' files. */
  readonly storage: Storage
  /** The built web app; without it only the API is served. */
  readonly webFolder: string | undefined
  readonly region: RegionCode
  readonly trustProxy: string | false
  /** Origins whose pages may call the OData API from the browser. */
  readonly corsOrigins: readonly string[]
  readonly webAddress: () => string
  /** Whether the disk is nearly full: routes that are not open then answer 507. */
  readonly isReadOnly: () => boolean
  /** Whether no other process can work on the database. */
  readonly isAlone?: boolean
}
