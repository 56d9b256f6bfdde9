import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The test files whose cases are random: properties of fast-check, and those that take a seed of their own. */
export async function findFuzzTests(root: string, read: (file: string) => Promise<string>): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['src', 'test']) {
    const names = await readdir(join(root, folder), { recursive: true })
    const tests = names
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.test\.tsx?$/.test(file))
    for (const file of tests) if (/from 'fast-check'|process\.env\['SEED'\]/.test(await read(file))) found.push(file)
  }
  return found.toSorted()
}
