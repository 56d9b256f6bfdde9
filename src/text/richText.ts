/** The elements that formatted text may hold: what its editor makes, and what people paste. */
export const richTextTags: readonly string[] = [
  'p, div, h1, h2, h3, h4, h5, h6, blockquote, pre, ul, ol, li, hr, br',
  'b, strong, i, em, u, s, del, ins, sub, sup, small, mark, code, span, a',
  'table, caption, thead, tbody, tfoot, tr, th, td',
].flatMap((names) => names.split(', '))

/** Where its links may lead. */
export const richTextSchemes: readonly string[] = ['http', 'https', 'mailto', 'tel']
