import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { useGo } from '#platform/web/routeParams.ts'

type PageLinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'onClick'> & { readonly href: string }

/** A link to a page of this app, which opens without loading the app anew. Its look comes from where it stands. */
export function PageLink({ href, children, ...props }: PageLinkProps) {
  const go = useGo()
  const follow = (event: MouseEvent) => {
    // Another key or button asks the browser for a new tab, a window or a download.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(href)
  }
  return (
    <a {...props} href={href} onClick={follow}>
      {children}
    </a>
  )
}
