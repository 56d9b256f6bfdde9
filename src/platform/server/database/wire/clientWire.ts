import type pg from 'pg'
import { openOwnWire } from '#platform/server/database/wire/ownWire.ts'
import { openPlainWire, PlainClient } from '#platform/server/database/wire/plainWire.ts'
import type { PostgresWire } from '#platform/server/database/wire/wire.ts'

const wires = new WeakMap<pg.ClientBase, PostgresWire>()

/** The wire of a connected client: plain `pg` for a `PlainClient`, the own wire for any other client. */
export function wireOf(client: pg.ClientBase): PostgresWire {
  let wire = wires.get(client)
  if (!wire) wires.set(client, (wire = openWire(client)))
  return wire
}

function openWire(client: pg.ClientBase): PostgresWire {
  if (client instanceof PlainClient) return openPlainWire(client)
  return openOwnWire((client as pg.Client).connection.stream, longestSilence(client))
}

/** The answer timeout of pg's own queries, in milliseconds; 0 means no timeout. */
function longestSilence(client: pg.ClientBase): number {
  const { connectionParameters } = client as { connectionParameters?: { query_timeout?: number | false } }
  return connectionParameters?.query_timeout || 0
}
