import { expect, test } from 'vitest'
import type { JobRow, JobTools } from '../../src/jobs/server/jobs.ts'
import type { WorkDeps } from '../../src/records/server/work/deps.ts'
import { bulkHandler } from '../../src/records/server/work/handler.ts'

test('a deletion of many asks for its right anew when its job begins', async () => {
  const member = { heldRights: { activities: new Set() } }
  const handler = bulkHandler({ contextOf: () => Promise.resolve({ member }) } as unknown as WorkDeps)
  const job = {
    cause: { kind: 'request', id: 'r' },
    data: { draft: { action: 'delete' } },
    memory: {},
  } as unknown as JobRow
  const running = handler.run(job, { progress() {} } as unknown as JobTools)
  await expect(running).rejects.toMatchObject({ code: 'request.forbidden' })
})
