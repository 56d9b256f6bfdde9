import { sealLog, type LogPlace } from '#audit/server/sealer.ts'
import { controlSchema } from '#main/migrations.ts'
import type { Log } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'

/** Longest wait of a written row for its seal without errors, in milliseconds. */
const pause = 5000

type NamedPlace = LogPlace & { readonly uri: string; readonly name: string }

/** Every log of the installation: its own, and one for each environment. */
export async function logPlaces(database: Database): Promise<NamedPlace[]> {
  const places = await database.query<NamedPlace>({
    text: `select schema, id as "environmentId", uri, name from lintel.environment where state <> 'deleted' order by id`,
  })
  return [{ schema: controlSchema, environmentId: null, uri: controlSchema, name: 'Lintel' }, ...places]
}

/** Seals the new rows of the logs, one log after the other, repeatedly. Returns a function that stops the sealing. */
export function keepSealing(database: Database, log: Log): () => Promise<void> {
  let running = Promise.resolve()
  let isEnding = false
  const sealAll = async () => {
    for (const place of await logPlaces(database)) {
      if (isEnding) return
      await sealLog(database, place).catch((error: unknown) =>
        log.warn({ err: error, schema: place.schema }, 'a log could not be sealed and is sealed later'),
      )
    }
  }
  const next = () => {
    running = sealAll()
      .catch((error: unknown) => log.warn({ err: error }, 'the logs could not be sealed and are sealed later'))
      .then(() => {
        if (!isEnding) timer = setTimeout(next, pause).unref()
      })
  }
  let timer = setTimeout(next, pause).unref()
  return () => {
    isEnding = true
    clearTimeout(timer)
    return running
  }
}
