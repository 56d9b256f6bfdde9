import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mutationsOf } from './mutations.ts'
import { rooms } from './rooms.ts'

/** A line of a file before and after a mutation. Found by its text, so that code around the line may move. */
export type Mutant = {
  readonly file: string
  readonly text: string
  readonly change: string
  readonly line: string
  /** Why no test can notice it. */
  readonly equivalent?: string
}

/** Every mutant of the rooms, in the order of their files. */
export async function allMutants(root: string): Promise<Mutant[]> {
  const found: Mutant[] = []
  for (const { folder } of rooms) {
    for (const file of await sourcesOf(root, folder)) {
      const lines = (await readFile(join(root, file), 'utf8')).split('\n')
      for (const text of lines)
        if (lines.indexOf(text) === lines.lastIndexOf(text))
          found.push(...mutationsOf(text).map(({ change, line }) => ({ file, text, change, line })))
    }
  }
  return found
}

/** As many of some mutants as wanted, no line twice, the same ones for the same seed. */
export function pickMutants(mutants: readonly Mutant[], wanted: number, seed: number): Mutant[] {
  const left = [...mutants]
  const picked = new Map<string, Mutant>()
  for (let state = seed >>> 0; picked.size < wanted && left.length > 0;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const [mutant] = left.splice(Math.floor((state / 2 ** 32) * left.length), 1)
    if (mutant && !picked.has(mutant.file + mutant.text)) picked.set(mutant.file + mutant.text, mutant)
  }
  return [...picked.values()]
}

async function sourcesOf(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true })
  return entries
    .map((entry) => `${folder}/${entry.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !/\.(test|schema|migrations)\.ts$|\/web\//.test(file))
    .toSorted()
}
