import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processMark } from '#platform/server/postgres/processes.ts'

/** Holds a folder for one living process. */
export type HostLock = { release(): Promise<void> }

/**
 * Takes the folder for this process. A lock whose process is gone (a crash, a kill -9) is taken over; one whose process
 * lives is refused with a sentence.
 */
export async function takeHostLock(folder: string): Promise<HostLock> {
  const file = join(folder, 'host.lock')
  const content = `${process.pid} ${await processMark(process.pid)} ${randomUUID()}\n`
  const own = `${file}.${randomUUID()}`
  await writeFile(own, content)
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      // A link is made whole or not at all, and never over an existing one.
      if (await succeeds(link(own, file))) return lockOf(file, content)
      if (await takeOver(file, own, folder)) return lockOf(file, content)
    }
  } finally {
    await rm(own, { force: true })
  }
  throw new Error(`Cannot take the lock ${file}.`)
}

/** Replaces the lock of a dead process by ours. Of several who try, one gets the claim on that very lock. */
async function takeOver(file: string, own: string, folder: string): Promise<boolean> {
  const abandoned = await contentOf(file)
  if (abandoned === undefined) return false
  await refuseIfAlive(abandoned, folder)
  const claim = await takeClaim(file, own, abandoned, folder)
  // Whoever had the claim before us may have finished: then the lock is no longer the abandoned one.
  const ours = (await contentOf(file)) === abandoned
  if (ours) {
    await writeFile(`${own}.next`, await readFile(own, 'utf8'))
    await rename(`${own}.next`, file)
  }
  await rm(claim, { force: true })
  return ours
}

/** A claim bears the name of what it claims. When a claimant died, its claim is what the next one claims. */
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
