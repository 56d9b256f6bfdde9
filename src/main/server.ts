import { ConfigError, readConfig, type Config } from '#main/config.ts'
import { startLintel } from '#main/lintel.ts'
import { trimWhileResting } from '#platform/server/heap.ts'
import { openLog } from '#platform/server/log.ts'

const config = settings()
const log = openLog(config.logLevel)
/** The installation of this process. */
export const lintel = await startLintel(config, log).catch((error: unknown) => {
  log.fatal(error instanceof Error ? error.message : String(error))
  log.debug({ err: error }, 'The start failed')
  process.exit(1)
})
trimWhileResting()

/** Longest stop, in milliseconds: whatever hangs then is made good by the next start. */
const longestStop = 30_000
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) {
      log.warn('Stopping at once')
      process.exit(1)
    }
    stopping = true
    log.info('Stopping')
    setTimeout(() => {
      log.error('The stop took too long')
      process.exit(1)
    }, longestStop).unref()
    lintel.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'The stop was not clean')
        process.exit(1)
      },
    )
  })
}

function settings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
