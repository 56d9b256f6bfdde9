import { readIdentity } from '../../src/platform/server/postgres/identity.ts'
import { findClusterFolder } from '../../src/platform/server/postgres/clusterFolder.ts'
import { startPostmaster } from '../../src/platform/server/postgres/postmaster.ts'
import { runAsScript, type FaultGround, type Round } from './ground.ts'

/**
 * The server is killed (-9), which leaves its embedded PostgreSQL behind as an orphan. The next start must adopt it, with
 * everything acknowledged. The naive twin just starts a PostgreSQL on the same folder.
 * node test/faults/hostKilled.ts
 */
export async function killHost(ground: FaultGround): Promise<Required<Round>> {
  const { maker, place, database, folder } = ground
  const path = `/api/odata/v1/${place.id}/orders`
  const made = await Promise.all(Array.from({ length: 20 }, () => maker.send('POST', path, { name: 'Ours' })))
  const ids = made.filter(({ status }) => status === 201).map((answer) => answer.json<{ id: string }>().id)
  await ground.server().end('SIGKILL')
  const identity = await readIdentity(folder)
  const startedBeside = await startPostmaster(await findClusterFolder(folder, identity), identity.port, 5000).then(
    () => true,
    () => false,
  )
  await ground.restart()
  const found = await database.query({
    text: `select id from "${place.schema}".orders where id = any($1)`,
    values: [ids],
  })
  return {
    ours: {
      Acknowledged: ids.length,
      'acknowledged records that are lost': ids.length - found.length,
      'starts that did not adopt': ground.server().log().includes('Adopted the PostgreSQL') ? 0 : 1,
    },
    naive: { 'starts that did not adopt': startedBeside ? 0 : 1 },
  }
}

await runAsScript(
  { url: import.meta.url, title: 'kill -9 of the host of the embedded PostgreSQL', rounds: 1 },
  killHost,
)
