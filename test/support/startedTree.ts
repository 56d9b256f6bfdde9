import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { readClusterState } from '../../src/platform/server/postgres/controlFile.ts'
import { findClusterFolder } from '../../src/platform/server/postgres/clusterFolder.ts'
import { readIdentity } from '../../src/platform/server/postgres/identity.ts'
import { freePort } from '../../src/platform/server/postgres/port.ts'

/** Who gets a signal: everybody of the process group, npm, the launcher below it, or the server itself. */
export type Target = 'group' | 'npm' | 'launcher' | 'server'

/** `npm start` with all that came of it, as an operator starts it in the background. */
export type StartedTree = {
  readonly address: string
  readonly log: () => string
  /** The processes of the tree that live, PostgreSQL included. */
  living(): Promise<readonly number[]>
  signal(target: Target, name: NodeJS.Signals): Promise<void>
  /** Waits until none lives, for at most so many milliseconds; answers how many are left, and ends those. */
  countLeft(patience: number): Promise<number>
  /** Whether PostgreSQL has shut its cluster down. */
  isShutDown(): Promise<boolean>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Whether the processes of this system can be looked at as this file does it. */
export const canSeeProcesses = process.platform === 'linux'

/** Starts it in a session of its own (`setsid npm start &`) and waits until it is ready. */
export async function startTree(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  folder = root,
): Promise<StartedTree> {
  const port = await freePort(0)
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      // What a test runner sets for itself is no setting of ours.
      BASE_URL: '',
      SMTP_URL: '',
      DATABASE_URL: '',
      DATA_FOLDER: dataFolder,
      PORT: String(port),
      CALLS_PER_SECOND: '0',
      ...env,
    },
  })
  const group = child.pid ?? 0
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const address = `http://127.0.0.1:${port}`
  const { cluster } = await findClusterFolder(dataFolder, await readIdentity(dataFolder))
  const living = async () =>
    (await processes()).filter((each) => each.group === group || each.folder === cluster).map(({ pid }) => pid)
  while (!(await answers(`${address}/health/ready`))) {
    if ((await living()).length === 0) throw new Error(`npm start ended:\n${said}`)
    await pause(100)
  }
  const members = (await processes()).filter((each) => each.group === group)
  const find = (part: string) => members.findLast(({ command }) => command.includes(part))?.pid ?? 0
  const targets: Record<Target, number> = {
    group: -group,
    npm: group,
    launcher: members.find(({ command }) => /^\S*node\S* scripts\/launch\.mjs/.test(command))?.pid ?? 0,
    server: find('src/main/server.ts'),
  }
  return {
    address,
    log: () => said,
    living,
    async signal(target, name) {
      if (targets[target] === 0) throw new Error(`There is no ${target} among ${JSON.stringify(members)}`)
      process.kill(targets[target], name)
    },
    async countLeft(patience) {
      const deadline = Date.now() + patience
      while ((await living()).length > 0 && Date.now() < deadline) await pause(50)
      const left = await living()
      for (const pid of left) endProcess(pid)
      while ((await living()).length > 0) await pause(20)
      return left.length
    },
    isShutDown: async () => (await readClusterState(cluster)) === 'stopped',
  }
}

/** Nothing of the npm that runs us reaches the one that we start. */
function bareEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/i.test(name)))
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
}

type Process = { readonly pid: number; readonly group: number; readonly folder: string; readonly command: string }

/** All processes but zombies. PostgreSQL's are told by the folder of their cluster. */
async function processes(): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(readProcess))
  return found.filter((each) => each !== undefined)
}

async function readProcess(pid: string): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!state || state === 'Z') return undefined
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim()
  const folder = /\/postgres -D (\S+)$/.exec(command)?.[1] ?? ''
  return { pid: Number(pid), group: Number(group), folder, command }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself in between.
  }
}
