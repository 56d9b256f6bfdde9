import type { FastifyRequest } from 'fastify'
import type { Activity } from '#environments/activity.ts'
import { environmentOfHost, hostEnvironment, isUuid } from '#environments/host.ts'
import type { EnvironmentDeps } from '#environments/server/environments.ts'
import { limitedMembership } from '#environments/server/limitedMembership.ts'
import type { Membership } from '#environments/server/membership.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The required activity, or several of which any is enough; administrators may do everything. */
    activity?: Activity | readonly Activity[]
    /** Only reads although the method is not GET: allowed for viewers as another member too. */
    viewable?: true
  }
  interface FastifyRequest {
    /** Environment and member of a request to a route that asks for a member; null elsewhere. */
    membership: Membership | null
  }
}

/**
 * Finds environment and member of every request to a route that asks for them, from the path's `:envid` or the host; both
 * must mean the same. Whoever is no member learns only that there is nothing. Comes after the session's hook.
 */
export function resolveMembership(app: Http, deps: EnvironmentDeps): void {
  app.decorateRequest('membership', null)
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return
    const uri = environmentOfHost(request.host, deps.baseHost())
    const hosted = uri === undefined ? undefined : await deps.memberships.byUri(uri)
    if (hosted && uri !== hosted.uri) return reply.redirect(addressAt(request, uri ?? '', hosted.uri), 308)
    const { access, activity } = request.routeOptions.config
    if (access !== 'member' && access !== 'maker') return
    const own = await membershipOf(deps, request, uri === undefined ? undefined : (hosted?.id ?? null))
    request.membership = await viewed(deps, request, own)
    if (activity !== undefined) requireActivity(request.membership, activity)
    if (access === 'maker') requireMaker(request.membership, activity)
  })
}

/** Who asks to be answered as another member would be, only reads; what ends that is asked as oneself. */
async function viewed(deps: EnvironmentDeps, request: FastifyRequest, own: Membership): Promise<Membership> {
  const { 'x-view-as': memberId } = request.headers
  if (memberId === undefined) return own
  if (!isReading(request) || request.session?.method === 'key') throw fault('viewAs.readOnly')
  return deps.viewedMembership(own, String(memberId))
}

/** A query in a body reads; what decides is the path, for what stands behind the question mark is the asker's. */
function isReading({ method, url, routeOptions }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || routeOptions.config.viewable) return true
  const [path = ''] = url.split('?')
  return method === 'POST' && path.endsWith('/$query')
}

/** `hosted` is the environment of the host: undefined on the main host, null on a host that no environment has. */
async function membershipOf(
  deps: EnvironmentDeps,
  request: FastifyRequest,
  hosted: string | null | undefined,
): Promise<Membership> {
  const { envid } = request.params as { envid?: string }
  const id = envid === undefined || envid === hostEnvironment ? hosted : envid.toLowerCase()
  const isElsewhere = hosted !== undefined && hosted !== id
  if (!id || isElsewhere || !isUuid(id) || !request.session) throw fault('environment.unknown')
  const { environmentId = id } = request.session
  if (environmentId !== id) throw fault('environment.unknown')
  const membership = await deps.memberships.find(request.session.user, id)
  if (!membership) throw fault('environment.unknown')
  const { limits } = request.session
  return limits ? limitedMembership(request.context.database, membership, limits) : membership
}

/** Refuses members whose roles do not allow an activity, or none of several (product ruling 2.16). */
export function requireActivity(
  { member }: Pick<Membership, 'member'>,
  activity: Activity | readonly Activity[],
): void {
  const asked = typeof activity === 'string' ? [activity] : activity
  if (!asked.some((each) => member.heldRights.activities.has(each))) throw fault('request.forbidden')
}

/**
 * Product ruling 2.16: definitions are changed with developer mode on, by those whose roles allow the activity that the
 * call names; a call that names none is for administrators.
 */
export function requireMaker({ member }: Pick<Membership, 'member'>, activity?: Activity | readonly Activity[]): void {
  if (activity !== undefined) requireActivity({ member }, activity)
  else if (!member.administrator) throw fault('request.forbidden')
  if (!member.developerMode) throw fault('developerMode.needed')
}

/** The same address at the present host of an environment; only the first label changes, and it is a uri of ours. */
function addressAt(request: FastifyRequest, former: string, present: string): string {
  return `${request.protocol}://${present}${request.host.slice(former.length)}${request.originalUrl}`
}
