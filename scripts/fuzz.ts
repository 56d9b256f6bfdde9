import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFuzzTests } from './run/fuzzTests.ts'
import { root } from './run/step.ts'

// `npm run fuzz [minutes] [first seed]`: every test of random cases, again and again with fresh seeds, until the time is
// over. Each round's seed is logged; `SEED=<seed> npx vitest run <file>` repeats what failed. A case that was found stays
// as an example: in `examples` of its fast-check property, or as a test of its own beside the oracle.
const [minutes = 60, first = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number)
const end = Date.now() + minutes * 60_000
const files = await findFuzzTests(root, (file) => readFile(join(root, file), 'utf8'))
console.log(`${files.length} files of random tests for ${minutes} minutes`)

let failed = 0
for (let seed = first; Date.now() < end; seed += 1) {
  const begin = Date.now()
  const isGreen = await runRound(seed)
  if (!isGreen) failed += 1
  console.log(`seed ${seed}: ${isGreen ? 'nothing found' : 'FOUND'} in ${Math.round((Date.now() - begin) / 1000)} s`)
}
console.log(failed === 0 ? 'Nothing was found.' : `${failed} seeds found something.`)
process.exitCode = failed === 0 ? 0 : 1

/** One round with one seed. Failures are shown; a round that outlasts the time is ended and counts as green. */
function runRound(seed: number): Promise<boolean> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', ...files], {
    cwd: root,
    env: { ...process.env, SEED: String(seed), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
  let isOver = false
  const timer = setTimeout(
    () => {
      isOver = true
      child.kill('SIGTERM')
    },
    Math.max(end - Date.now(), 1000),
  )
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      if (code !== 0 && !isOver) console.log(output.join(''))
      resolve(code === 0 || isOver)
    })
  })
}
