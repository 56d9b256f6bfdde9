import { redirectDays } from '#environments/environment.ts'
import { isReservedForEnvironments } from '#environments/reservedUris.ts'
import { refuseIf, type Problem } from '#faults/fault.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { uriPattern } from '#text/uri.ts'

/**
 * Makes a uri the present uri of an environment. Allowed are unused uris, the environment's own former uris, and
 * expired former uris of others; else `validation.uriTaken` at `uri`. The table's key decides between two simultaneous
 * claims.
 */
export async function claimUri(transaction: Transaction, uri: string, environmentId: string): Promise<void> {
  const claimed = await transaction.execute({
    text: `insert into lintel.environment_uri as known (uri, environment_id) values ($1, $2)
      on conflict (uri) do update set environment_id = excluded.environment_id, until = null
        where known.environment_id = excluded.environment_id or known.until <= now()`,
    values: [uri, environmentId],
  })
  if (claimed === 0) refuseIf([taken(uri)])
}

/** Lets the host of a former uri lead to the environment for 90 days more. */
export async function retireUri(transaction: Transaction, uri: string): Promise<void> {
  await transaction.execute({
    text: `update lintel.environment_uri set until = now() + $2::int * interval '1 day' where uri = $1`,
    values: [uri, redirectDays],
  })
}

/** The problem of a uri for a new environment; undefined when the uri is free. */
export async function problemOfUri(database: Database, uri: string): Promise<Problem | undefined> {
  if (!uriPattern.test(uri)) return { code: 'validation.uri', target: 'uri' }
  if (isReservedForEnvironments(uri)) return { code: 'validation.uriReserved', target: 'uri', parameters: { uri } }
  const known = await database.query({
    text: 'select from lintel.environment_uri where uri = $1 and (until is null or until > now())',
    values: [uri],
  })
  return known.length > 0 ? taken(uri) : undefined
}

function taken(uri: string): Problem {
  return { code: 'validation.uriTaken', target: 'uri', parameters: { uri } }
}
