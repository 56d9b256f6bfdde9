import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

let clone = ''

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'lintel-clone-'))
  await mkdir(join(clone, 'scripts'))
  await cp(join(import.meta.dirname, '..', '..', 'scripts', 'launch.mjs'), join(clone, 'scripts', 'launch.mjs'))
  await writeFile(join(clone, 'package.json'), JSON.stringify({ name: 'clone', version: '1.0.0', type: 'module' }))
  await mkdir(join(clone, 'part'))
  await writeFile(join(clone, 'part', 'package.json'), JSON.stringify({ name: 'part', version: '1.0.0' }))
  await lock({})
})

afterAll(() => rm(clone, { recursive: true, force: true }))

test('the launcher installs what the lock file names, runs TypeScript and passes arguments and exit code on', async () => {
  await writeFile(
    join(clone, 'entry.ts'),
    `const words: string[] = process.argv.slice(2)\nconsole.log(words.join('+')); process.exit(7)`,
  )
  const first = await launch('entry.ts', 'a', 'b c')
  expect(first.output).toContain('Installing the packages')
  expect(first.output).toContain('a+b c')
  expect(first.code).toBe(7)
  expect((await launch('entry.ts')).output).not.toContain('Installing')
})

test('the launcher takes over an install that was killed', async () => {
  await rm(join(clone, 'node_modules'), { recursive: true, force: true })
  await rm(join(clone, '.lintel', 'installed'), { force: true })
  await writeFile(join(clone, '.lintel', 'install.lock'), '2147480000')
  const again = await launch('entry.ts', 'x')
  expect(again.output).toMatch(/Installing[^]*x/)
  expect(again.code).toBe(7)
})

test('the launcher forwards the signal and ends with the code of the entry', async () => {
  await writeFile(
    join(clone, 'stay.ts'),
    `process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up')`,
  )
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'stay.ts'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(5)
})

test('what npm started stops when npm ends, also without a signal to anybody below it', async () => {
  await writeFile(
    join(clone, 'stay.ts'),
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) }); setInterval(() => {}, 1000); console.log('up')`,
  )
  await writeFile(
    join(clone, 'package.json'),
    JSON.stringify({
      name: 'clone',
      version: '1.0.0',
      type: 'module',
      scripts: { start: `exec "${process.execPath}" scripts/launch.mjs stay.ts` },
    }),
  )
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const said: string[] = []
  for await (const line of lines) {
    said.push(line)
    if (line === 'up') child.kill('SIGKILL')
  }
  // The output ends when nobody is left who could write to it.
  expect(said).toEqual(['up', 'stopped'])
})

test('without npm the launcher outlives whoever started it', async () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/launch.mjs stay.ts & echo $!; read go`], {
    cwd: clone,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  const launcher = Number((await lines.next()).value)
  expect((await lines.next()).value).toBe('up')
  shell.stdin.end('\n')
  await once(shell, 'exit')
  // Longer than it takes to notice that a parent is gone.
  await pause(1500)
  process.kill(launcher, 'SIGTERM')
  expect((await lines.next()).value).toBe('stopped')
})

test('the launcher says in one sentence that packages cannot be fetched', async () => {
  await lock({
    'node_modules/absent': {
      version: '1.0.0',
      resolved: 'http://127.0.0.1:9/absent-1.0.0.tgz',
      integrity: 'sha512-AA==',
    },
  })
  const result = await launch('entry.ts')
  expect(result.code).toBe(1)
  expect(result.output.trim().split('\n').at(-1)).toBe(
    'The packages could not be installed: check the connection to the npm registry and start again.',
  )
})

/** A lock file with a package that lies in the clone, and whatever else is wanted. */
async function lock(others: Record<string, object>): Promise<void> {
  const names = Object.keys(others).map((path) => path.replace('node_modules/', ''))
  const dependencies = { part: 'file:part', ...Object.fromEntries(names.map((name) => [name, '1.0.0'])) }
  const manifest = { name: 'clone', version: '1.0.0', type: 'module', dependencies }
  const part = { 'node_modules/part': { resolved: 'part', link: true }, part: { version: '1.0.0' } }
  const packages = { '': manifest, ...part, ...others }
  await writeFile(join(clone, 'package.json'), JSON.stringify(manifest))
  await writeFile(
    join(clone, 'package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }),
  )
}

async function launch(...parameters: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, npm_config_fetch_retries: '0', npm_config_cache: join(clone, 'npm-cache') }
  const child = spawn(process.execPath, ['scripts/launch.mjs', ...parameters], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
