import { isTimeZone } from '#dates/timeZone.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { isOfTimeZone } from '#platform/server/database/errors.ts'

/**
 * The database's name for a time zone: the given name, or an alias; undefined if the database knows neither. Browsers
 * use former names of some zones, which operating systems may have dropped, and names of other zones that are newer
 * than the database.
 */
export async function knownZone(executor: Executor, name: string): Promise<string | undefined> {
  try {
    await executor.query({ text: 'select now() at time zone $1', values: [name] })
    return name
  } catch (error) {
    if (!isOfTimeZone(error)) throw error
    return alikeZone(executor, name)
  }
}

/**
 * An alias for a name that the database refused. Reads all zone names of the database, which takes tens of
 * milliseconds.
 */
export async function alikeZone(executor: Executor, name: string): Promise<string | undefined> {
  const rows = await executor.query<{ name: string }>({ text: 'select name from pg_timezone_names' })
  return alikeAmong(
    rows.map((row) => row.name),
    name,
  )
}

/** An alias of a zone among `names`; preferably the name that JavaScript uses. */
export function alikeAmong(names: readonly string[], name: string): string | undefined {
  if (!isTimeZone(name)) return undefined
  const wanted = canonical(name)
  return names.find((each) => each === wanted) ?? names.find((each) => isTimeZone(each) && canonical(each) === wanted)
}

function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}
