import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { publicPage, signInAddress } from '#accounts/session.ts'
import { meQuery } from '#accounts/web/accounts.client.ts'
import { applyBrand } from '#design/web/theme.ts'
import { defaultColour } from '#environments/colour.ts'
import { doorOf } from '#environments/door.ts'
import { isUuid } from '#environments/host.ts'
import { environmentQuery, environmentsQuery } from '#environments/web/environments.client.ts'
import { keepOpened, recentEnvironments } from '#environments/web/recent.ts'
import { guardsByName } from '#platform/web/guards.ts'
import { ApiFault } from '#platform/web/http.ts'
import { forgetLastPlace, lastPlace } from '#platform/web/lastPlace.ts'
import type { NotFoundReason } from '#main/web/NotFoundPage.tsx'

/** What the router tells a guard of the page that is about to open. */
export type Opening = {
  readonly context: { readonly client: QueryClient }
  readonly params: Readonly<Record<string, string | undefined>>
  readonly location: { readonly href: string; readonly pathname: string }
  readonly preload: boolean
}

/** The guards of the routes by their names. */
export const guards = guardsByName<Opening>({ ids: onlyUuids, signedIn, environment })

/** Product part 5: ids in the address are uuids; anything else is the 404 page. */
function onlyUuids({ params: { eid, tid, oid } }: Opening): void {
  for (const id of [eid, tid, oid]) if (id !== undefined && !isUuid(id)) throw nowhere('id')
}

/** Every page that is not public needs a session; without one it leads to sign-in, and from there back. */
async function signedIn({ context: { client }, location }: Opening): Promise<void> {
  try {
    await client.ensureQueryData(meQuery)
  } catch (error) {
    if (!(error instanceof ApiFault && error.status === 401)) throw error
    forgetLastPlace()
    throw redirect({ href: signInAddress(location.href), replace: true })
  }
}

/** The environment of the address, in whose colour the page is dressed. One that may not be seen does not exist. */
async function environment({ context: { client }, params: { eid = '' }, preload }: Opening): Promise<void> {
  const found = await client.ensureQueryData(environmentQuery(eid)).catch((error: unknown) => {
    throw error instanceof ApiFault && error.status === 404 ? nowhere('path') : error
  })
  if (preload) return
  applyBrand(found.color ?? defaultColour)
  keepOpened(eid)
}

/** The door of the working area (product 1.2); what stands behind /d/ is kept. */
export async function openDoor({ context: { client }, params }: Opening): Promise<void> {
  const environments = await client.ensureQueryData(environmentsQuery)
  const ids = environments.map(({ id }) => id)
  throw redirect({ href: doorOf(ids, recentEnvironments()[0]?.id, params['_splat']), replace: true })
}

/** `/` leads those who are signed in to where they were. */
export function openLastPlace(): void {
  const last = lastPlace()
  if (last && last.startsWith('/') && !publicPage(last)) throw redirect({ href: last, replace: true })
}

/** No route has this path. */
export function openNowhere(): void {
  throw nowhere('path')
}

function nowhere(reason: NotFoundReason) {
  return notFound({ routeId: rootRouteId, data: reason })
}
