import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Whether the process exists, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The start time of a process, which distinguishes the process from a later one with the same number. Undefined for a
 * dead process or a zombie.
 */
export async function processMark(pid: number): Promise<string | undefined> {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  if (process.platform !== 'linux') return startTimeByPs(pid)
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The second field is the program's name in parentheses and may contain spaces; the start time is field 22.
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ')
  return fields && fields[0] !== 'Z' ? fields[19] : undefined
}

/** Whether the process is a PostgreSQL on `cluster`, as far as this system can tell. */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if ((await processMark(pid)) === undefined) return false
  if (process.platform === 'win32') return true
  // A postmaster makes its data folder its working directory.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (folder !== undefined) return folder === cluster
  return (await ps(pid, 'command')).includes('postgres')
}

async function startTimeByPs(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return 'alive'
  const time = await ps(pid, 'lstart')
  return time === '' ? undefined : time.replaceAll(/\s+/g, '_')
}

async function ps(pid: number, column: string): Promise<string> {
  const answer = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return answer.stdout.trim()
}
