/** Reads what `COPY ... TO STDOUT` writes in its text format, piece by piece. Memory: one row. */
export function createCopyReader(onRow: (values: (string | null)[]) => void): { push(text: string): void } {
  let rest = ''
  return {
    push(text) {
      let from = 0
      // A line break within a value is written as `\n`, so each one here ends a row.
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
        const line = rest + text.slice(from, at)
        rest = ''
        from = at + 1
        onRow(line.split('\t').map(valueOf))
      }
      rest += text.slice(from)
    },
  }
}

function valueOf(text: string): string | null {
  if (!text.includes('\\')) return text
  return text === String.raw`\N`
    ? null
    : text.replaceAll(/\\([bfnrtv\\])/g, (_, letter: string) => escaped[letter] ?? '')
}

const escaped: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}
