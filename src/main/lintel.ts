import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApi } from '#main/api.ts'
import type { Readiness } from '#main/health.routes.ts'
import { readBuild } from '#main/build.ts'
import { isOpenlyRead, type Config } from '#main/config.ts'
import { openStore, type Store } from '#main/store.ts'
import { readSecret } from '#main/secret.ts'
import { buildWeb } from '#main/webBuild.ts'
import type { BaseContext } from '#platform/server/context.ts'
import { newId } from '#platform/server/newId.ts'
import { sealOf } from '#platform/server/seal.ts'
import { openStorage } from '#platform/server/storage.ts'
import { abortable } from '#platform/server/abortable.ts'
import { close } from '#platform/server/http/close.ts'
import { listen } from '#platform/server/http/listen.ts'
import { sealAnew } from '#accounts/server/administration/sealAnew.ts'
import { setUpCode, waitsForSetUp } from '#accounts/server/signUp/setUp.ts'
import { gatewayTexter, mailboxTexter, type Texter } from '#platform/server/sms/sms.ts'
import { productVersion } from '#text/version.ts'
import { openMailbox, type Mailbox } from '#platform/server/mail/mailbox.ts'
import { smtpMailer } from '#platform/server/mail/smtp.ts'

/** How long a stop waits for requests that run, in milliseconds. */
const slowRequests = 10_000

/** A running installation. */
export type Lintel = {
  readonly address: string
  /**
   * Says so at `/health/ready`, waits for the balancer in front, lets requests and jobs end, then closes everything. Once
   * `hurry` aborts, requests are cut and nothing but PostgreSQL is waited for.
   */
  stop(hurry: AbortSignal): Promise<void>
}

/**
 * Starts the installation: database, migrations, web app, HTTP, jobs. Throws a sentence for the operator when the start
 * fails.
 */
export async function startLintel(config: Config, log: Logger): Promise<Lintel> {
  const dataFolder = resolve(config.dataFolder)
  await mkdir(dataFolder, { recursive: true })
  const build = await readBuild()
  log.info(`Lintel ${productVersion}, build ${build}`)
  const opening = openStore({ ...config, dataFolder, build, log })
  try {
    return await startOn({ opening, dataFolder, build }, config, log)
  } catch (error) {
    // The embedded PostgreSQL must not outlive a failed start.
    await opening.then(
      (store) => store.stop(),
      () => undefined,
    )
    throw error
  }
}

type Foundation = { readonly opening: Promise<Store>; readonly dataFolder: string; readonly build: string }

async function startOn({ opening, dataFolder, build }: Foundation, config: Config, log: Logger): Promise<Lintel> {
  const [store, webFolder, secret] = await Promise.all([
    opening,
    buildWeb((line) => log.info(line)),
    readSecret(config),
  ])
  const ground: BaseContext = { database: store.database, now: () => new Date(), newId, log }
  const mailbox = config.smtpUrl === undefined ? openMailbox(ground.now) : undefined
  const mailer = mailbox ?? smtpMailer({ url: config.smtpUrl ?? '', from: config.mailFrom })
  let address = config.baseUrl ?? ''
  const readiness: Readiness = { state: 'ready', build }
  const { app, runner, settled } = await buildApi({
    ground,
    logger: log,
    online: store.online,
    mailer,
    mailbox: config.production ? undefined : mailbox,
    texter: texterOf(config, mailbox),
    callsPerSecond: config.callsPerSecond,
    secret,
    previousSecret: config.previousSecret,
    identity: config.identity,
    dataFolder,
    storage: await openStorage(dataFolder, config.bucket),
    webFolder,
    region: config.region,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    webAddress: () => address,
    isReadOnly: store.isReadOnly,
    isAlone: store.isOurs,
    readiness,
  })
  if (config.previousSecret !== undefined) {
    await sealAnew(ground, sealOf(secret, 'totp', config.previousSecret))
  }
  if (config.baseUrl !== undefined && isOpenlyRead(config.baseUrl)) {
    log.warn(
      `BASE_URL is ${config.baseUrl}: passwords and sessions go over the network for everyone to read. Use https.`,
    )
  }
  const port = await listen(app, config)
  address ||= `http://localhost:${port}`
  runner.start()
  log.info(`Lintel is ready at ${address}`)
  if (await waitsForSetUp(store.database))
    log.info(
      `Nobody administers this installation yet. The set-up code, for the settings of whoever shall: ${setUpCode(secret)}`,
    )
  if (mailbox && !config.production)
    log.info(`No SMTP server is set: mails can be read at http://localhost:${port}/dev/mail`)
  return {
    address,
    async stop(hurry) {
      readiness.state = 'stopping'
      await abortable(pause(config.drainSeconds * 1000), hurry)
      await close(app, slowRequests, hurry)
      await abortable(runner.stop().then(settled), hurry)
      if ('stop' in mailer) mailer.stop()
      await store.stop(hurry)
    },
  }
}

/** Short messages go to the gateway; on a developer's machine to the mailbox; else there are none. */
function texterOf(config: Config, mailbox: Mailbox | undefined): Texter | undefined {
  if (config.smsUrl !== undefined) return gatewayTexter(config.smsUrl)
  return mailbox && !config.production ? mailboxTexter(mailbox) : undefined
}
