import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('./results.md', import.meta.url))

/** Replaces the section of bench/results.md with the same heading, or adds the section at the end. */
export async function keepSection(section: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '')
  const parts = before.split(/^(?=# )/m).filter((part) => part.trim() !== '')
  const heading = headingOf(section)
  const others = parts.some((part) => headingOf(part) === heading)
    ? parts.map((part) => (headingOf(part) === heading ? section : part))
    : [...parts, section]
  await writeFile(file, others.map((part) => `${part.trim()}\n`).join('\n'))
}

function headingOf(section: string): string {
  return section.trim().split('\n', 1)[0] ?? ''
}
