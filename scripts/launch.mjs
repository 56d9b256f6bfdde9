// Runs a TypeScript entry on a bare clone: `node scripts/launch.mjs <entry.ts> [arguments]`. Plain JavaScript for any
// Node from 18 on, without packages: it brings Node 24 and the packages of the lock file first, where they are missing.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const wanted = '24.21.0'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const own = join(root, '.lintel')
const cache = join(own, 'cache')
const server = 'src/main/server.ts'
const windows = process.platform === 'win32'
// Before anything that takes long: who started us may be gone afterwards.
const parent = process.ppid

try {
  const [entry, ...parameters] = process.argv.slice(2)
  if (!entry) throw new Error('Name the file to run: node scripts/launch.mjs <entry.ts>')
  mkdirSync(own, { recursive: true })
  const node = await ensureNode()
  await ensurePackages(node)
  if (entry === server) compileOnce(node)
  run(node, entry, parameters)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** The running Node if it is the right one, else the one in `.lintel/runtime`, which npm brings at the first time. */
async function ensureNode() {
  if (process.versions.node.split('.')[0] === wanted.split('.')[0]) return process.execPath
  const kept = () => [architecture(), 'node'].map((name) => binaryOf(join(own, 'runtime'), name)).find(runs)
  return kept() ?? (await withLock(() => kept() ?? installNode()))
}

/** The package of one architecture is the program alone and needs no install script; `node` downloads it by one. */
function installNode() {
  console.log(`Lintel runs on Node ${wanted.split('.')[0]} (this is ${process.versions.node}): fetching it once ...`)
  for (const name of [architecture(), 'node']) {
    const folder = join(own, `runtime.${process.pid}`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const scripts = name === 'node' ? [] : ['--ignore-scripts']
    const installed = npm(
      process.execPath,
      ['install', '--no-save', '--no-package-lock', ...scripts, `${name}@${wanted}`],
      folder,
    )
    if (!installed || !runs(binaryOf(folder, name))) {
      rmSync(folder, { recursive: true, force: true })
      continue
    }
    const runtime = join(own, 'runtime')
    rmSync(runtime, { recursive: true, force: true })
    renameSync(folder, runtime)
    return binaryOf(runtime, name)
  }
  throw new Error(
    `Node ${wanted} could not be fetched: check the connection to the npm registry, or install Node 24 yourself.`,
  )
}

function architecture() {
  return `node-${windows ? 'win' : process.platform}-${process.arch}`
}

function binaryOf(folder, name) {
  return join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
}

function runs(binary) {
  if (!existsSync(binary)) return false
  const answer = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.trim() === `v${wanted}`
}

/** Installs what the lock file names, unless it is there. Packages are installed by the Node that will run them. */
async function ensurePackages(node) {
  if (packagesHold()) return
  await withLock(() => {
    if (packagesHold()) return
    console.log('Installing the packages of package-lock.json ...')
    if (!npm(node, ['ci'], root)) {
      throw new Error('The packages could not be installed: check the connection to the npm registry and start again.')
    }
    writeFileSync(join(own, 'installed'), lockHash())
  })
}

/** npm writes `node_modules/.package-lock.json` as its last act: an interrupted install leaves none. */
function packagesHold() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const kept = join(own, 'installed')
  if (existsSync(kept) && readFileSync(kept, 'utf8') === lockHash()) return true
  const { packages: wantedPackages } = readJson(join(root, 'package-lock.json'))
  const { packages: present } = readJson(record)
  const holds = Object.entries(wantedPackages).every(([path, { version, optional, devOptional, os, cpu }]) => {
    if (path === '') return true
    if (present[path]) return present[path].version === version
    const elsewhere = (os && !os.includes(process.platform)) || (cpu && !cpu.includes(process.arch))
    return elsewhere || optional || devOptional
  })
  if (holds) writeFileSync(kept, lockHash())
  return holds
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Runs npm under `node`; what it says is shown only when it fails. */
function npm(node, parameters, cwd) {
  const script = process.env.npm_execpath
  const asScript = script !== undefined && /npm-cli\.[cm]?js$/.test(script) && existsSync(script)
  const [program, first] = asScript ? [node, [script]] : [windows ? 'npm.cmd' : 'npm', []]
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // A surrounding npm hands its own settings down as npm_*: those of `npm start` must not steer this install.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)_/.test(name)),
  )
  const result = spawnSync(program, [...first, ...parameters, ...quiet], {
    cwd,
    env: { ...environment, PATH: pathWith(node) },
    encoding: 'utf8',
    shell: windows && !asScript,
  })
  if (result.error?.code === 'ENOENT')
    throw new Error('Lintel needs npm to fetch its packages; install npm and start again.')
  if (result.status !== 0) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  return result.status === 0
}

/** One install at a time. The lock of a launcher that was killed is taken over. */
async function withLock(work) {
  const lock = join(own, 'install.lock')
  for (let told = false; !tryLock(lock);) {
    if (!told) console.log('Another start is installing; waiting for it ...')
    told = true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0)
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function pathWith(node) {
  return `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
}

/** What a request leaves behind fits in less than Node keeps for it; the server collects while it rests. What the operator says counts more. */
function nodeOptions() {
  return `--max-semi-space-size=16 --expose-gc ${process.env.NODE_OPTIONS ?? ''}`.trim()
}

// What Node keeps compiled belongs to the options that it was started with.
function environment(node) {
  return { ...process.env, PATH: pathWith(node), NODE_COMPILE_CACHE: cache, NODE_OPTIONS: nodeOptions() }
}

/** Before the very first start: what strips types from every file would otherwise stay in the server's memory. */
function compileOnce(node) {
  if (existsSync(cache)) return
  spawnSync(node, [join(root, server), '--compile-only'], { cwd: root, stdio: 'ignore', env: environment(node) })
}

/** Hands over to the entry: its streams are ours, its end is ours, and our signals reach it. It counts those once that it gets twice. */
function run(node, entry, parameters) {
  const child = spawn(node, [join(root, entry), ...parameters], {
    cwd: root,
    stdio: 'inherit',
    env: environment(node),
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name))
  onceAbandoned(() => child.kill('SIGTERM'))
  child.once('error', (error) => {
    console.error(`Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * Calls back once when the npm has ended that runs us as a script. Without npm nobody is looked after: who starts us in the
 * background may go.
 */
function onceAbandoned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    callback()
  }, 500)
  timer.unref()
}
