import { redirect } from '@tanstack/react-router'
import { signInAddress } from '#accounts/session.ts'
import { maySignIn } from '#accounts/status.ts'
import { meQuery } from '#accounts/web/me.client.ts'
import { defaultColour } from '#environments/colour.ts'
import { landingPageOf } from '#environments/landingPage.ts'
import { environmentQuery, environmentsQuery } from '#environments/web/environments.client.ts'
import { keepOpened, recentEnvironments } from '#environments/web/recentEnvironments.ts'
import { nowhere, type Opening } from '#main/web/opening.ts'
import { queries } from '#main/web/queries.ts'
import { ApiFault } from '#platform/web/http.ts'
import { forgetLastPlace } from '#platform/web/lastPlace.ts'

/** Every page that is not public needs a session; without one it leads to sign-in, and from there back. */
export async function signedIn({ location, params: { eid } }: Opening): Promise<void> {
  // Asked for beside the person; what fails here is asked for again, and told, by the guard of the environment.
  if (eid !== undefined) void queries.prefetchQuery(environmentQuery(eid))
  try {
    const { status, lacks_factor } = await queries.ensureQueryData(meQuery)
    // Product ruling 2.1: whose address or number changed has a day for the profile, and for nothing else.
    const only = lacks_factor ? '/profile/security' : maySignIn(status) ? undefined : '/profile'
    if (only !== undefined && location.pathname !== only) throw redirect({ href: only, replace: true })
  } catch (error) {
    if (!(error instanceof ApiFault && error.status === 401)) throw error
    forgetLastPlace()
    throw redirect({ href: signInAddress(location.href), replace: true })
  }
}

/** Whether the server knows a session here; one that it can't be asked about is none. */
export async function isSignedIn(): Promise<boolean> {
  return queries.ensureQueryData(meQuery).then(
    () => true,
    () => false,
  )
}

/** The environment of the address, in whose colour the page is dressed. One that may not be seen does not exist. */
export async function environment({ params: { eid = '' }, preload }: Opening): Promise<void> {
  const found = await queries.ensureQueryData(environmentQuery(eid)).catch((error: unknown) => {
    throw error instanceof ApiFault && error.status === 404 ? nowhere('path') : error
  })
  if (preload) return
  await dress(found.color)
  keepOpened(eid)
}

/** The door of the working area (product 1.2); what stands behind /d/ is kept. */
export async function openDoor({ params }: Opening): Promise<void> {
  const environments = await queries.ensureQueryData(environmentsQuery)
  const ids = environments.map(({ id }) => id)
  throw redirect({ href: landingPageOf(ids, recentEnvironments()[0]?.id, params['_splat']), replace: true })
}

/** Specification 7: the current user is loaded after each page finish; within its cache time from memory. */
export function loadMe(): Promise<void> {
  return queries.prefetchQuery(meQuery)
}

let dressed: string | null = null

/** The usual colour stands in the tokens; how others are made readable is loaded with the first of them. */
async function dress(colour: string | null): Promise<void> {
  const wanted = colour === defaultColour ? null : colour
  if (wanted === dressed) return
  const { applyBrand } = await import('#design/web/theme/brandDress.ts')
  applyBrand(wanted ?? defaultColour)
  dressed = wanted
}
