import { z } from 'zod'
import { identityConfig, identitySecrets, identityVariables, type IdentityConfig } from '#main/identityConfig.ts'
import { drivers, type Driver } from '#platform/server/database/database.ts'
import type { Bucket } from '#platform/server/storage.ts'

/**
 * Everything that an operator sets, by environment variables: one schema, from which docs/configuration.md is made. Each
 * message completes the sentence `NAME must be ...`; each description is the variable's meaning in the document.
 */
/** Every variable by its name, with its check, its preset and its meaning. */
export const variables = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'one of production, development, test')
    .default('development')
    .describe('`production` refuses to start without BASE_URL and SMTP_URL, and never shows the developer mailbox.'),
  PORT: wholeNumber(0, 65_535)
    .optional()
    .describe('The port of the web app and the API. When it is not set: 3000, or the next free one.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The network address to listen on; `0.0.0.0` listens on all of them, as a container needs.'),
  BASE_URL: address(['http:', 'https:'], 'an address such as https://lintel.example.com, without a path')
    .refine(
      (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
      'an address without a path',
    )
    .transform((text) => new URL(text).origin)
    .optional()
    .describe(
      'Where people reach this installation: links in mails and environments’ sub-domains are made from it. When it is not set: `http://localhost` with the port.',
    ),
  ALLOW_HTTP: z
    .enum(['on', 'off'], 'on or off')
    .default('off')
    .describe(
      '`on` lets production run at a BASE_URL that begins with http: and is not this machine, where everyone on the way reads passwords and sessions. Otherwise such a start is refused.',
    ),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe(
      'Addresses (or networks, separated by commas) of reverse proxies whose `X-Forwarded-*` headers are believed. None when it is not set.',
    ),
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((text) => URL.canParse(text) && new URL(text).origin === text),
      'addresses such as https://intranet.example.com, without paths, separated by commas',
    )
    .optional()
    .describe(
      'Origins of web pages elsewhere that may call the OData API from the browser, with a key. None when it is not set.',
    ),
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'an address such as postgres://user:password@host:5432/database')
    .optional()
    .describe(
      'A PostgreSQL 15 or later. When it is not set, Lintel runs a PostgreSQL of its own in the data folder. Several processes may share one, with the same SECRET and the same files: see below.',
    ),
  DATABASE_DRIVER: z
    .enum(drivers, 'wire or pg')
    .default('wire')
    .describe(
      '`pg` sends every statement by the library `pg` alone, one after the other, instead of on the wire that Lintel speaks itself. It costs more processor time; it is there for the day when that wire is under suspicion.',
    ),
  DATA_FOLDER: z
    .string()
    .default('.lintel/data')
    .describe('Where files, secrets and the own PostgreSQL are kept. Back it up.'),
  SECRET: z
    .string()
    .min(32, 'at least 32 characters long')
    .optional()
    .describe(
      'Signs cookies and security tokens and seals the secrets of authenticator apps: with another one, people need their recovery codes. When it is not set, a random one is kept in the data folder; several processes need the same.',
    ),
  SECRET_PREVIOUS: z
    .string()
    .min(32, 'at least 32 characters long')
    .optional()
    .describe(
      'The SECRET before the present one, while it is being changed; else not set. What lies under it is read, and at the start sealed anew; then it may go. See below.',
    ),
  S3_BUCKET: z
    .string()
    .optional()
    .describe(
      'The bucket that keeps the files of records and of imports. When it is not set, they lie in the data folder.',
    ),
  S3_REGION: z.string().default('us-east-1').describe('The region of the bucket.'),
  S3_ENDPOINT: address(['http:', 'https:'], 'an address such as https://s3.example.com')
    .optional()
    .describe('A server that speaks the S3 protocol, such as MinIO or Ceph. When it is not set: Amazon’s.'),
  S3_ACCESS_KEY: z.string().optional().describe('The key of the bucket’s user; needed with S3_BUCKET.'),
  S3_SECRET_KEY: z.string().optional().describe('The secret of that key; needed with S3_BUCKET.'),
  SMTP_URL: address(['smtp:', 'smtps:'], 'an address such as smtps://user:password@host:465')
    .optional()
    .describe('The mail server. When it is not set, mails can be read at `/dev/mail` on this machine.'),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>@\s]+@[^<>@\s]+$|^[^<>]+ <[^<>@\s]+@[^<>@\s]+>$/, 'a mail address such as Lintel <lintel@example.com>')
    .default('Lintel <lintel@localhost>')
    .describe('The sender of mails.'),
  SMS_URL: address(['http:', 'https:'], 'an address such as https://user:password@sms.example.com/send')
    .optional()
    .describe(
      'A gateway for short messages: it gets `{"to", "text"}` as JSON by POST, with the user and password of the address as Basic. When it is not set, short messages stand beside the mails at `/dev/mail`; in production phones are then not verified.',
    ),
  CALLS_PER_SECOND: wholeNumber(0, 1_000_000)
    .default(200)
    .describe(
      'How many calls of the API a person, a key, or without either an address may make in a second, over ten seconds; 0 for no limit. Each process counts by itself. Sign-ins and codes have limits of their own.',
    ),
  DRAIN_SECONDS: wholeNumber(0, 3600)
    .default(0)
    .describe(
      'How long a stop waits, in seconds, after `/health/ready` has begun to answer 503 and before requests are no longer taken: a balancer needs that long to send them elsewhere.',
    ),
  UPGRADE_COPY: z
    .enum(['on', 'off'], 'on or off')
    .default('on')
    .describe(
      '`off` brings the own PostgreSQL up to date at the first start of a newer build without a copy of it beside; see docs/guide/upgrade.md.',
    ),
  HEAVY_STATEMENTS: wholeNumber(1, 1000)
    .optional()
    .describe(
      'How many heavy reads of the database a process runs at once: queries that are expensive by what they ask for, or that run longer than a second. The others wait, in turn between environments, for ten seconds at most. When it is not set: one less than the machine has cores, at least 1.',
    ),
  REGION: z
    .enum(['eu', 'us', 'ap', 'ru'], 'one of eu, us, ap, ru')
    .default('eu')
    .describe('The region whose environments this installation holds.'),
  ...identityVariables,
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info')
    .describe('The least important messages that are logged.'),
})

/** What an installation is set to. */
export type Config = {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** A port that was asked for is taken exactly; the default gives way to the next free one. */
  readonly portExact: boolean
  readonly baseUrl: string | undefined
  /** Proxies whose forwarded headers are believed. */
  readonly trustProxy: string | false
  /** Origins whose pages may call the OData API. */
  readonly corsOrigins: readonly string[]
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  readonly secret: string | undefined
  readonly previousSecret: string | undefined
  /** Where files of records are kept; undefined: in the data folder. */
  readonly bucket: Bucket | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** How many calls a second each caller may make; 0: no limit. */
  readonly callsPerSecond: number
  /** How many heavy statements run at once. */
  readonly databaseDriver: Driver
  readonly heavyStatements: number | undefined
  /** The gateway for short messages. */
  readonly smsUrl: string | undefined
  /** Seconds from the first sign of a stop to its beginning. */
  readonly drainSeconds: number
  /** Whether the embedded PostgreSQL is copied before it is brought up to date. */
  readonly upgradeCopy: boolean
  readonly region: 'eu' | 'us' | 'ap' | 'ru'
  readonly logLevel: string
  readonly identity: IdentityConfig
}

/** A wrong setting: its message is one sentence for the operator. */
export class ConfigError extends Error {}

/** Reads the settings; throws a ConfigError that names the wrong variable. An empty variable counts as not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = variables.safeParse(set)
  if (!result.success) throw new ConfigError(sentenceOf(result.error, set))
  const found = result.data
  const production = found.NODE_ENV === 'production'
  for (const name of production ? (['BASE_URL', 'SMTP_URL'] as const) : []) {
    if (found[name] === undefined) throw new ConfigError(`${name} must be set in production mode.`)
  }
  if (production && found.ALLOW_HTTP === 'off' && isOpenlyRead(found.BASE_URL ?? '')) {
    throw new ConfigError('BASE_URL must begin with https: in production mode, unless ALLOW_HTTP is on.')
  }
  return {
    production,
    host: found.HOST,
    port: found.PORT ?? 3000,
    portExact: found.PORT !== undefined,
    baseUrl: found.BASE_URL,
    trustProxy: found.TRUST_PROXY ?? false,
    corsOrigins: found.CORS_ORIGINS ?? [],
    databaseUrl: found.DATABASE_URL,
    dataFolder: found.DATA_FOLDER,
    secret: found.SECRET,
    previousSecret: found.SECRET_PREVIOUS,
    bucket: bucketOf(found),
    smtpUrl: found.SMTP_URL,
    mailFrom: found.MAIL_FROM,
    smsUrl: found.SMS_URL,
    callsPerSecond: found.CALLS_PER_SECOND,
    drainSeconds: found.DRAIN_SECONDS,
    upgradeCopy: found.UPGRADE_COPY === 'on',
    databaseDriver: found.DATABASE_DRIVER,
    heavyStatements: found.HEAVY_STATEMENTS,
    region: found.REGION,
    logLevel: found.LOG_LEVEL,
    identity: identityConfig(found, (sentence) => new ConfigError(sentence)),
  }
}

/** Whether what is sent to an address goes over a network without encryption. */
export function isOpenlyRead(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function bucketOf(found: z.output<typeof variables>): Bucket | undefined {
  if (found.S3_BUCKET === undefined) return undefined
  for (const name of ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
    if (found[name] === undefined) throw new ConfigError(`${name} must be set where S3_BUCKET is.`)
  }
  return {
    name: found.S3_BUCKET,
    region: found.S3_REGION,
    endpoint: found.S3_ENDPOINT,
    accessKey: found.S3_ACCESS_KEY ?? '',
    secretKey: found.S3_SECRET_KEY ?? '',
  }
}

/** Values that may hold passwords are not repeated on the screen or in a log. */
const confidential: readonly string[] = [
  'DATABASE_URL',
  'S3_SECRET_KEY',
  'SMTP_URL',
  'SMS_URL',
  'SECRET',
  'SECRET_PREVIOUS',
  ...identitySecrets,
]

function sentenceOf(error: z.ZodError, set: Readonly<Record<string, unknown>>): string {
  const [issue] = error.issues
  const name = String(issue?.path[0])
  const given = confidential.includes(name) ? 'is not' : `is "${String(set[name])}"`
  return `${name} must be ${issue?.message}, but ${given}.`
}

function wholeNumber(min: number, max: number) {
  const message = `a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

function address(protocols: readonly string[], message: string) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), message)
}
