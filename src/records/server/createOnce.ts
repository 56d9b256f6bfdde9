import type { Wire } from '#odata/compile/writer.ts'
import { rowOf } from '#odata/protocol/read.ts'
import type { Store, Values, Written } from '#odata/protocol/store.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { createRecord, recordOfKey } from '#records/server/records.ts'

type Once = { readonly set: string; readonly values: Values; readonly wire: Wire; readonly key: string }

/**
 * Creates a record unless the key has made one before: then that one is the answer, as it now is. Of two requests at once
 * the key lets one through, and the other one waits for it.
 */
export async function createOnce(context: RecordsContext, store: Store, once: Once): Promise<Written> {
  const { set, values, wire, key } = once
  const first = async (): Promise<Written | undefined> => {
    const id = await recordOfKey(context, key)
    return id === undefined ? undefined : { id, ...(await rowOf(store, { set, key: id, query: '', wire })) }
  }
  const known = await first()
  if (known) return known
  try {
    return await createRecord(context, set, values, wire, key)
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    const made = await first()
    if (made) return made
    throw error
  }
}

/** Whether another request with the same key was faster. */
export function isKeyTaken(error: unknown): boolean {
  const violation = violationOf(error)
  return violation?.kind === 'unique' && violation.constraint === '_idempotency_pkey'
}
