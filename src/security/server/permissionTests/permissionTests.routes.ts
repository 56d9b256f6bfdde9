import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { permissionTestSchema } from '#security/permissionTest.ts'
import { idSchema } from '#security/role.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { deleteTest, readTests, writeTest } from '#security/server/permissionTests/permissionTests.ts'

const base = '/api/security/v1/:envid/test'
const config = { access: 'member', activity: 'manage-roles', whenFull: 'refused' } as const
const environment = z.object({ envid: z.string() })
const one = z.object({ envid: z.string(), testid: idSchema })

/** Sentences about rights that must stay true (product ruling part 4, 1). The list is judged whenever it is asked for. */
export function permissionTestRoutes(app: Http, deps: Pick<AdminDeps, 'models'>): void {
  app.get(base, { config, schema: { params: environment } }, async (request) => ({
    value: await readTests(deps, memberContext(request)),
  }))
  app.post(base, { config, schema: { params: environment, body: permissionTestSchema } }, async (request, reply) =>
    reply.status(201).send(await writeTest(deps, memberContext(request), undefined, request.body)),
  )
  app.patch(`${base}/:testid`, { config, schema: { params: one, body: permissionTestSchema } }, (request) =>
    writeTest(deps, memberContext(request), request.params.testid, request.body),
  )
  app.delete(`${base}/:testid`, { config, schema: { params: one } }, async (request, reply) => {
    await deleteTest(deps, memberContext(request), request.params.testid)
    return reply.status(204).send()
  })
}
