import { useEffect, useRef } from 'react'
import { proseClasses } from '#design/web/richText/prose.ts'
import { cleanFragment } from '#design/web/richText/sanitize.ts'

/** Formatted text as people read it. */
export function RichText({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.replaceChildren(cleanFragment(html)), [html])
  return <div ref={root} className={proseClasses} />
}
