import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', 'src')
const exported = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm

/** Names that several files export, each with those files (paths below `src`). */
export type SharedName = { readonly name: string; readonly files: readonly string[] }

/**
 * The names that several files of `src` export: whoever searches for one finds another thing too. A call and the use case
 * that answers it, or a component and the type that it shows, are one thing to a reader: of a pair in the web part and in
 * the rest of one concept nothing is said.
 */
export function sharedNames(): readonly SharedName[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .toSorted()
  const byName = new Map<string, string[]>()
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(exported)) {
      byName.set(name, [...(byName.get(name) ?? []), file])
    }
  }
  return [...byName]
    .map(([name, found]) => ({ name, files: [...new Set(found)] }))
    .filter((each) => each.files.length > 1 && !isPair(each.files))
}

function isPair([first = '', second = '', ...more]: readonly string[]): boolean {
  const [one, other] = [first.split('/'), second.split('/')]
  return more.length === 0 && one[0] === other[0] && one.includes('web') !== other.includes('web')
}
