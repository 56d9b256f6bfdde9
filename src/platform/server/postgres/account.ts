import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'

/** The operating system user of PostgreSQL; undefined means the user of this process. */
export type Account = { readonly uid: number; readonly gid: number; readonly name: string } | undefined

const preferred = ['postgres', 'lintel', 'nobody']

/**
 * PostgreSQL refuses to run as root. Under root, returns the owner of an existing `cluster` or an unprivileged user of
 * the machine.
 */
export async function accountFor(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: nameOf(users, owner.uid) }
  return chooseAccount(users) ?? { uid: 65534, gid: 65534, name: 'user 65534' }
}

/** The first of the preferred users in the text of a passwd file. */
export function chooseAccount(passwd: string): Account {
  const users = passwd.split('\n').map((line) => line.split(':'))
  for (const wanted of preferred) {
    const [name, , uid, gid] = users.find(([name]) => name === wanted) ?? []
    if (name && Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid), name }
  }
  return undefined
}

function nameOf(passwd: string, uid: number): string {
  const line = passwd.split('\n').find((line) => line.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? `user ${uid}`
}

/** Whether the account can enter `folder`. Tried for real, since modes, groups and ACLs all decide. */
export function canEnter(account: Account, folder: string): boolean {
  if (!account) return true
  const { uid, gid } = account
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Whether the account can run `program`, libraries included. */
export function canRun(account: Account, program: string): boolean {
  const as = account ? { uid: account.uid, gid: account.gid } : {}
  return spawnSync(program, ['--version'], { ...as, cwd: '/', stdio: 'ignore', windowsHide: true }).status === 0
}
