import { notFound, rootRouteId } from '@tanstack/react-router'
import type { NotFoundReason } from '#design/web/feedback/NotFound.tsx'

/** What the router tells a guard of the page that is about to open. */
export type Opening = {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly location: { readonly href: string; readonly pathname: string }
  readonly preload: boolean
}

/** What is thrown where an address leads to nothing. */
export function nowhere(reason: NotFoundReason) {
  return notFound({ routeId: rootRouteId, data: reason })
}
