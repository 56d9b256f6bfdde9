import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { useMemo } from 'react'
import { RichText } from '#design/web/richText/RichText.tsx'

/** Markdown as people read it. HTML within it is shown as text; links lead only to safe addresses. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }), [text])
  return <RichText html={html} />
}
