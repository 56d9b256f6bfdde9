import sanitize from 'sanitize-html'
import { richTextSchemes, richTextTags } from '#text/richText.ts'

const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]{1,40}\)$/i]

const options: sanitize.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: {
    a: ['href', 'title'],
    th: ['colspan', 'rowspan', 'scope', 'style'],
    td: ['colspan', 'rowspan', 'style'],
    ol: ['start'],
    ...Object.fromEntries(['p', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'li'].map((tag) => [tag, ['style']])),
  },
  allowedStyles: {
    '*': { 'text-align': [/^(?:left|right|center|justify|start|end)$/], color: colour, 'background-color': colour },
  },
  allowedSchemes: [...richTextSchemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
}

/** What is taken out may leave tags that lie in one another otherwise; that settles within a few rounds. */
const roundsAtMost = 5

/**
 * HTML with nothing in it but texts, their look and links to where a click may safely go (quality 3): what is not on the
 * list is taken out, scripts and styles with what they hold. What is clean already stays as it is.
 */
export function cleanHtml(html: string): string {
  let clean = html
  for (let round = 0; round < roundsAtMost; round++) {
    const before = clean
    clean = sanitize(before, options)
    if (clean === before) break
  }
  return clean
}
