import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** The state of a cluster as recorded in PostgreSQL's control file. */
export type ClusterState = 'stopped' | 'in use' | 'unknown'

/**
 * Reads the state from `global/pg_control`. Its first fields are the same in all releases since 9.0: identifier (8 bytes),
 * two versions (4 each), then the state: 1 after a clean stop, 6 while in production or after a crash.
 */
export async function readClusterState(cluster: string): Promise<ClusterState> {
  const file = await open(join(cluster, 'global', 'pg_control')).catch(() => undefined)
  if (!file) return 'unknown'
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0)
    if (bytesRead < 20) return 'unknown'
    return buffer.readUInt32LE(16) === 1 ? 'stopped' : 'in use'
  } finally {
    await file.close()
  }
}
