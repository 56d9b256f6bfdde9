import type { Wire } from '#odata/compile/writer.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { readOne, type ReadContext } from '#records/server/read.ts'
import { createRecord, recordOfKey, type Written } from '#records/server/records.ts'

/**
 * Creates a record unless the key has made one before: then that one is the answer, as it now is. Of two requests at once
 * the key lets one through, and the other one waits for it.
 */
export async function createOnce(
  context: ReadContext,
  uri: string,
  body: unknown,
  wire: Wire,
  key: string,
): Promise<Written> {
  const first = async (): Promise<Written | undefined> => {
    const id = await recordOfKey(context, key)
    return id === undefined ? undefined : { id, ...(await readOne(context, uri, id, '', wire)) }
  }
  const known = await first()
  if (known) return known
  try {
    return await createRecord(context, uri, body, wire, key)
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    const made = await first()
    if (made) return made
    throw error
  }
}

function isKeyTaken(error: unknown): boolean {
  const violation = violationOf(error)
  return violation?.kind === 'unique' && violation.constraint === '_idempotency_pkey'
}
