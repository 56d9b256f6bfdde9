import { useNavigate, useParams } from '@tanstack/react-router'

/** Specification 2: what the parts of a route mean. */
export type RouteParams = {
  /** environment */
  readonly eid?: string
  /** entity */
  readonly tid?: string
  /** record */
  readonly oid?: string
}

/** The ids in the address of this page; the router has let only uuids through. */
export function useRouteParams(): RouteParams {
  return useParams({ strict: false })
}

/** The environment of this page. Only for pages below /{eid}. */
export function useEnvironmentId(): string {
  const { eid } = useRouteParams()
  if (!eid) throw new Error('This page lies outside of an environment')
  return eid
}

/** Goes to a path of this site, as a press on a link to it would. */
export function useGo(): (path: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate()
  return (path, options = {}) => void navigate({ href: path, ...options })
}
