import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processMark } from '#platform/server/postgres/processes.ts'

/** The lock of a folder, owned by one living process. */
export type HostLock = { release(): Promise<void> }

/**
 * Locks the folder for this process. The lock of a dead process (a crash, a kill -9) is taken over; the lock of a
 * living process is refused with a sentence.
 */
export async function takeHostLock(folder: string): Promise<HostLock> {
  const file = join(folder, 'host.lock')
  const content = `${process.pid} ${await processMark(process.pid)} ${randomUUID()}\n`
  const own = `${file}.${randomUUID()}`
  await writeFile(own, content)
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      // Creating a link is atomic and never overwrites an existing link.
      if (await succeeds(link(own, file))) return lockOf(file, content)
      if (await takeOver(file, own, folder)) return lockOf(file, content)
    }
  } finally {
    await rm(own, { force: true })
  }
  throw new Error(`Cannot take the lock ${file}.`)
}

/** Replaces the lock of a dead process. Of several contenders, one wins the claim on that lock. */
async function takeOver(file: string, own: string, folder: string): Promise<boolean> {
  const abandoned = await contentOf(file)
  if (abandoned === undefined) return false
  await refuseIfAlive(abandoned, folder)
  const claim = await takeClaim(file, own, abandoned, folder)
  // A previous claimant may have finished: then the lock has changed.
  const ours = (await contentOf(file)) === abandoned
  if (ours) {
    await writeFile(`${own}.next`, await readFile(own, 'utf8'))
    await rename(`${own}.next`, file)
  }
  await rm(claim, { force: true })
  return ours
}

/** A claim is named after the claimed content. If a claimant dies, the next contender claims the claim. */
async function takeClaim(file: string, own: string, claimed: string, folder: string): Promise<string> {
  const claim = `${file}.claim-${createHash('sha256').update(claimed).digest('hex').slice(0, 16)}`
  if (await succeeds(link(own, claim))) return claim
  const other = await contentOf(claim)
  if (other === undefined) return takeClaim(file, own, claimed, folder)
  await refuseIfAlive(other, folder)
  return takeClaim(file, own, other, folder)
}

async function refuseIfAlive(content: string, folder: string): Promise<void> {
  const [pid, mark] = content.split(' ')
  if (mark === undefined || (await processMark(Number(pid))) !== mark) return
  throw new Error(
    `Another Lintel (process ${pid}) already works on the data in ${folder}; stop it, or set DATA_FOLDER.`,
  )
}

function lockOf(file: string, content: string): HostLock {
  return {
    async release() {
      if ((await contentOf(file)) === content) await rm(file, { force: true })
    },
  }
}

function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}

function succeeds(action: Promise<unknown>): Promise<boolean> {
  return action.then(
    () => true,
    () => false,
  )
}
