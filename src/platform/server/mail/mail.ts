/** One mail to one person. `html` is whole and already escaped. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly html: string }

/** Takes mails. Resolves when the mail was handed over to whoever delivers it. */
export type Mailer = { send(mail: Mail): Promise<void> }

/** A letter as its writer has it: plain sentences, and perhaps a code to type or a link to follow. */
export type Letter = {
  readonly subject: string
  readonly language: string
  readonly paragraphs: readonly string[]
  readonly code?: string
  readonly link?: { readonly text: string; readonly address: string }
}

/** The letter as a mail: plain text, and simple HTML with every text escaped. */
export function toMail(to: string, letter: Letter): Mail {
  const { language, paragraphs, code, link } = letter
  // A line break would end the header.
  const subject = letter.subject.replaceAll(/[\r\n]+/g, ' ')
  const [first = '', ...others] = paragraphs
  const text = [first, ...(code ? [code] : []), ...others, ...(link ? [`${link.text}: ${link.address}`] : [])]
  const html = [
    paragraph(first),
    ...(code ? [`<p style="font:600 28px/1.4 monospace;letter-spacing:6px">${escapeHtml(code)}</p>`] : []),
    ...others.map(paragraph),
    ...(link ? [`<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.text)}</a></p>`] : []),
  ]
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#1c2024;max-width:32rem;margin:2rem auto;padding:0 1rem">${html.join('')}</body></html>`,
  }
}

/** Text made harmless for HTML, also inside quoted attributes. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (character) => names[character] ?? character)
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}
