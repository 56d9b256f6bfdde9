import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { userContext, type Session } from '#accounts/server/accounts.ts'
import {
  environmentChangeSchema,
  environmentDeleteSchema,
  environmentSchema,
  type EnvironmentRecord,
} from '#environments/environment.ts'
import { isUuid } from '#environments/host.ts'
import { createEnvironment } from '#environments/server/create.ts'
import { memberContext, type EnvironmentDeps } from '#environments/server/environments.ts'
import { listAnnouncements, listRegions } from '#environments/server/reference.ts'
import {
  changeEnvironment,
  deleteEnvironment,
  listEnvironments,
  readEnvironment,
  restoreEnvironment,
} from '#environments/server/registry.ts'
import { problemOfUri } from '#environments/server/uris.ts'
import { fault } from '#faults/fault.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Http } from '#platform/server/http/validation.ts'

export type EnvironmentRouteDeps = EnvironmentDeps & {
  /** The session of a request to a public route, if there is one. */
  readonly optionalSession: (request: FastifyRequest) => Promise<Session | null>
}

/** Regions, announcements and environments: specification 7 and product ruling part 5. */
export function environmentRoutes(app: Http, deps: EnvironmentRouteDeps): void {
  referenceRoutes(app, deps)
  collectionRoutes(app, deps)
  singleRoutes(app, deps)
}

function referenceRoutes(app: Http, deps: EnvironmentRouteDeps): void {
  app.get('/api/region/v1', { config: { access: 'public' } }, async (request) => ({
    value: await listRegions(request.context),
  }))
  app.get('/api/announcement/v1', { config: { access: 'public' } }, async (request) => ({
    value: await listAnnouncements(request.context, (await deps.optionalSession(request))?.user.id),
  }))
}

function collectionRoutes(app: Http, deps: EnvironmentDeps): void {
  app.get('/api/env/v1', { config: { access: 'user' } }, async (request) => ({
    value: await listEnvironments(userContext(request)),
  }))
  app.post(
    '/api/env/v1',
    { config: { access: 'user', whenFull: 'refused' }, schema: { body: environmentSchema } },
    async (request, reply) => {
      const made = await createEnvironment(userContext(request), deps, request.body)
      return tagged(reply.status(201).header('location', `/api/env/v1/${made.id}`), made)
    },
  )
  app.get(
    '/api/env/v1/uri/:uri',
    { config: { access: 'user' }, schema: { params: z.object({ uri: z.string() }) } },
    async (request) => {
      const problem = await problemOfUri(request.context.database, request.params.uri)
      if (!problem) return { available: true }
      const message = translateFor(request.context.locale)(`fault.${problem.code}`, problem.parameters)
      return { available: false, problem: { code: problem.code, message } }
    },
  )
}

const change = z.extend(environmentChangeSchema, { version: z.optional(z.int()) })
const confirmation = z.partial(environmentDeleteSchema)

function singleRoutes(app: Http, deps: EnvironmentDeps): void {
  app.get('/api/env/v1/:envid', { config: { access: 'member' } }, async (request, reply) => {
    const context = memberContext(request)
    // A viewer as another member is no administrator if the viewed member is none.
    return tagged(reply, await readEnvironment(context, context.environment.id, context.member.id))
  })
  app.patch(
    '/api/env/v1/:envid',
    { config: { access: 'member', whenFull: 'refused' }, schema: { body: change } },
    async (request, reply) => {
      const { version, ...fields } = request.body
      return tagged(reply, await changeEnvironment(memberContext(request), deps, fields, madeOn(request) ?? version))
    },
  )
  // The typed name is in the body, or in the address for clients that send no body with DELETE.
  app.delete(
    '/api/env/v1/:envid',
    {
      config: { access: 'member', whenFull: 'open' },
      schema: { querystring: confirmation, body: z.nullish(confirmation) },
    },
    async (request, reply) => {
      const typed = request.body?.name ?? request.query.name ?? ''
      await deleteEnvironment(memberContext(request), deps, typed, madeOn(request))
      return reply.status(204).send()
    },
  )
  app.post(
    '/api/env/v1/:envid/restore',
    { config: { access: 'user', whenFull: 'refused' }, schema: { params: z.object({ envid: z.string() }) } },
    async (request, reply) => {
      if (!isUuid(request.params.envid)) throw fault('environment.unknown')
      return tagged(reply, await restoreEnvironment(userContext(request), deps, request.params.envid))
    },
  )
}

function tagged(reply: FastifyReply, environment: EnvironmentRecord): FastifyReply {
  return reply.header('etag', `"${environment.version}"`).send(environment)
}

/** The version that a change was made on; undefined when the request names none. */
function madeOn(request: FastifyRequest): number | undefined {
  const tag = request.headers['if-match']
  if (tag === undefined || tag === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(tag)?.[1]
  if (version === undefined) throw fault('definition.stale')
  return Number(version)
}
