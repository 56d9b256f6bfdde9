import { isTimeZone } from '#dates/timeZone.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { isOfTimeZone } from '#platform/server/database/errors.ts'

/**
 * A time zone by a name that the database knows: the same, or another name of it; undefined where it knows none. Browsers name
 * some zones as they were once called, which systems may have dropped, and others by names that are newer than the database.
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

/** The same for a name that the database has refused. Reads all that it knows, which takes some tens of milliseconds. */
export async function alikeZone(executor: Executor, name: string): Promise<string | undefined> {
  const rows = await executor.query<{ name: string }>({ text: 'select name from pg_timezone_names' })
  return alikeAmong(
    rows.map((row) => row.name),
    name,
  )
}

/** Another name of a zone among names; by preference the one that JavaScript itself uses for it. */
export function alikeAmong(names: readonly string[], name: string): string | undefined {
  if (!isTimeZone(name)) return undefined
  const wanted = canonical(name)
  return names.find((each) => each === wanted) ?? names.find((each) => isTimeZone(each) && canonical(each) === wanted)
}

function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}
