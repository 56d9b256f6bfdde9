import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { allMutants, pickMutants, type Mutant } from './mutate/mutants.ts'
import { rooms } from './mutate/rooms.ts'
import { root } from './run/step.ts'

// `npm run mutate [random mutants] [seed] [fixed mutants]`: 100 lines by the fixed list of test/mutants.json and 100 at
// random are made wrong, one at a time, in a copy of this tree, and the tests run that should notice. What no test notices
// is printed. It takes hours.
const [random = 100, seed = Date.now() % 2 ** 31, fixed = 100] = process.argv.slice(2).map(Number)
const patience = 600_000

const list: Mutant[] = JSON.parse(await readFile(join(root, 'test', 'mutants.json'), 'utf8'))
const chosen = [
  ...list.filter(({ equivalent }) => equivalent === undefined).slice(0, fixed),
  ...pickMutants(await allMutants(root), random, seed),
]
console.log(`${chosen.length} mutants, ${random} of them at random by the seed ${seed}`)

const folder = await mkdtemp(join(tmpdir(), 'lintel-mutants-'))
const tree = join(folder, 'tree')
const survivors: Mutant[] = []
const postgres = await startPostgres({
  folder: join(folder, 'data'),
  log: () => undefined,
  settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: 200 },
})
try {
  for (const part of ['src', 'test', 'scripts', 'docs', 'package.json', 'vitest.config.ts', 'vite.config.ts'])
    await cp(join(root, part), join(tree, part), { recursive: true })
  for (const world of ['base', 'browser', 'pure', 'server', 'web'])
    await cp(join(root, `tsconfig.${world}.json`), join(tree, `tsconfig.${world}.json`))
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const [index, mutant] of chosen.entries()) await tryMutant(mutant, index + 1)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(`\n${survivors.length} of ${chosen.length} survived`)
for (const { file, text, change } of survivors) console.log(`${file}: ${change}: ${text.trim()}`)
process.exitCode = survivors.length === 0 ? 0 : 1

/** Makes one line wrong, runs the tests that should notice, and makes it right again. */
async function tryMutant(mutant: Mutant, number: number): Promise<void> {
  const path = join(tree, mutant.file)
  const source = await readFile(path, 'utf8').catch(() => '')
  const lines = source.split('\n')
  const at = lines.indexOf(mutant.text)
  if (at === -1) return console.log(`${number} gone      ${mutant.file}: ${mutant.text.trim()}`)
  await writeFile(path, lines.with(at, mutant.line).join('\n'))
  const begin = Date.now()
  const isKilled = await isNoticed(mutant.file)
  await writeFile(path, source)
  if (!isKilled) survivors.push(mutant)
  const seconds = Math.round((Date.now() - begin) / 1000)
  const verdict = isKilled ? 'noticed ' : 'SURVIVED'
  console.log(`${number} ${verdict} ${seconds} s  ${mutant.file}:${at + 1}: ${mutant.change}: ${mutant.text.trim()}`)
}

/** The pure tests that import the file first, which take a second; then those of its room on a real server. */
async function isNoticed(file: string): Promise<boolean> {
  if (!(await pass(['related', file, '--run', '--project', 'pure', '--passWithNoTests']))) return true
  const tests = rooms.find((room) => file.startsWith(room.folder))?.tests ?? []
  return !(await pass(['run', '--project', 'server', '--project', 'server-isolated', ...tests]))
}

/** A run that does not end in time has noticed as well: a mutant may wait for ever. */
function pass(parameters: readonly string[]): Promise<boolean> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...parameters, '--bail=1', '--reporter=dot'], {
    cwd: tree,
    env: { ...process.env, TEST_DATABASE_URL: postgres.connectionString, NO_COLOR: '1' },
    stdio: 'ignore',
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), patience)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}
