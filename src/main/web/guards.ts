import { redirect } from '@tanstack/react-router'
import { placeAfterSignIn, publicPage } from '#accounts/session.ts'
import { isUuid } from '#environments/host.ts'
import { nowhere, type Opening } from '#main/web/opening.ts'
import { guardsByName } from '#platform/web/guards.ts'
import { firstPlace, lastPlace } from '#platform/web/lastPlace.ts'

/** What stands before the pages of a session, loaded with the first of them. */
export const entrance = () => import('#main/web/entrance.ts')

/** The guards of the routes by their names. */
export const guards = guardsByName<Opening>({
  ids: onlyUuids,
  signedIn: async (opening) => (await entrance()).signedIn(opening),
  environment: async (opening) => (await entrance()).environment(opening),
  door: async (opening) => (await entrance()).openDoor(opening),
})

/** Product part 5: ids in the address are uuids; anything else is the 404 page. */
function onlyUuids({ params: { eid, tid, oid, userid } }: Opening): void {
  for (const id of [eid, tid, oid, userid]) if (id !== undefined && !isUuid(id)) throw nowhere('id')
}

/** `/` leads those who are signed in to where they were. */
export function openLastPlace(): void {
  const last = firstPlace()
  if (last && last.startsWith('/') && !publicPage(last)) throw redirect({ href: last, replace: true })
}

/** Sign-in and sign-up are not for those who are signed in: they go on to the page that was wanted. */
export async function passSignedIn({ location, preload }: Opening): Promise<void> {
  // Nobody was signed in here before: there is nothing to ask for.
  if (preload || !lastPlace()) return
  const { isSignedIn } = await entrance()
  const { searchParams } = new URL(location.href, window.location.origin)
  if (await isSignedIn()) throw redirect({ href: placeAfterSignIn(searchParams.get('next')), replace: true })
}

/** No route has this path. */
export function openNowhere(): void {
  throw nowhere('path')
}
