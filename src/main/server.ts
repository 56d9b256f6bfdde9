import { ConfigError, readConfig, type Config } from '#main/config.ts'
import { startLintel } from '#main/lintel.ts'
import { createStopSignals, stopSignals } from '#main/stopSignals.ts'
import { trimWhileResting } from '#platform/server/heap.ts'
import { openLog } from '#platform/server/log.ts'

// The launcher uses this to have Node compile and cache every file before the first start.
if (process.argv.includes('--compile-only')) process.exit(0)

const config = settings()
const log = openLog(config.logLevel)

/** Longest ordinary stop, in milliseconds; whatever hangs then is cut off. */
const longestStop = 30_000
/** Longest end of PostgreSQL after the cut, in milliseconds; the next start adopts or recovers it. */
const longestEnd = 25_000
const hurry = new AbortController()
const judge = createStopSignals()
for (const signal of stopSignals) {
  process.on(signal, () => {
    const step = judge(signal, performance.now())
    if (step === 'begin') void stop()
    if (step === 'hurry') {
      log.warn('Stopping without waiting for requests')
      hurry.abort()
    }
  })
}

// Signals count from here on: a signal during the start lets the start finish and then stops everything that was
// started.
const starting = startLintel(config, log)
/** The installation of this process. */
export const lintel = await starting.catch((error: unknown) => {
  log.fatal(error instanceof Error ? error.message : String(error))
  log.debug({ err: error }, 'The start failed')
  process.exit(1)
})
trimWhileResting()

async function stop(): Promise<void> {
  log.info('Stopping')
  const longest = longestStop + config.drainSeconds * 1000
  setTimeout(() => {
    log.error('The stop took too long: what still runs is cut')
    hurry.abort()
  }, longest).unref()
  setTimeout(() => {
    log.error('PostgreSQL did not end in time')
    process.exit(1)
  }, longest + longestEnd).unref()
  try {
    const started = await starting
    await started.stop(hurry.signal)
    process.exit(0)
  } catch (error) {
    log.error({ err: error }, 'The stop was not clean')
    process.exit(1)
  }
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
