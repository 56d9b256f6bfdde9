import { randomUUID } from 'node:crypto'
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
  const own = `${file}.${process.pid}.${randomUUID()}`
  await writeFile(own, content)
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      // A link is made whole or not at all, and never over an existing one.
      if (await succeeds(link(own, file))) return { release: () => releaseLock(file, content) }
      await removeIfAbandoned(file, folder)
    }
  } finally {
    await rm(own, { force: true })
  }
  throw new Error(`Cannot take the lock ${file}.`)
}

async function removeIfAbandoned(file: string, folder: string): Promise<void> {
  const seen = await readFile(file, 'utf8').catch(() => undefined)
  if (seen === undefined) return
  const [pid, mark] = seen.split(' ')
  if (mark !== undefined && (await processMark(Number(pid))) === mark) {
    throw new Error(
      `Another Lintel (process ${pid}) already works on the data in ${folder}; stop it, or set DATA_FOLDER.`,
    )
  }
  const aside = `${file}.${randomUUID()}`
  if (!(await succeeds(rename(file, aside)))) return
  // Between the reading and the moving somebody else may have taken over: then the lock goes back.
  if ((await readFile(aside, 'utf8')) !== seen) await succeeds(link(aside, file))
  await rm(aside, { force: true })
}

async function releaseLock(file: string, content: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === content) await rm(file, { force: true })
}

function succeeds(action: Promise<unknown>): Promise<boolean> {
  return action.then(
    () => true,
    () => false,
  )
}
