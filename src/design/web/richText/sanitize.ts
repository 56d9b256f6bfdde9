import DOMPurify from 'dompurify'
import { richTextSchemes, richTextTags } from '#text/richText.ts'

const rules = {
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan', 'scope', 'start', 'style'],
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${richTextSchemes.join('|')}):`, 'i'),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Formatted text without anything that could run or load, as nodes. What the server stores was cleaned there too. */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = document.importNode(DOMPurify.sanitize(html, { ...rules, RETURN_DOM_FRAGMENT: true }), true)
  for (const element of fragment.querySelectorAll<HTMLElement>('[style]')) keepLook(element)
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  return fragment
}

/** Of an element's styles only colour and alignment stay. */
function keepLook(element: HTMLElement): void {
  const { color, backgroundColor, textAlign } = element.style
  element.removeAttribute('style')
  Object.assign(element.style, { color, backgroundColor, textAlign })
}
