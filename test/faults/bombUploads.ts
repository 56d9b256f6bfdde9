import { openAsBlob } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '../support/maker.ts'
import { bombs, writeBomb, type BombFile } from './bombs.ts'
import { isMain, openFaultGround, wrongs, type FaultGround, type Findings } from './ground.ts'

/**
 * Eleven files at once that unfold to far more than they weigh, of every kind that there is. Each must be refused or be
 * taken in, while the server keeps its memory and goes on: at most 150 MB more than before.
 * node test/faults/bombUploads.ts [megabytes that unfold, 3000 when left out] [the only kind]
 */
export const allowedGrowth = 150
const atOnce = 11

/** Sends one bomb so many times at once, each in the two calls that browsers use. */
export async function sendBombs(
  ground: FaultGround,
  bomb: BombFile,
  padding: number,
  times = atOnce,
): Promise<Findings> {
  const folder = join(ground.folder, 'bombs')
  await mkdir(folder, { recursive: true })
  const file = join(folder, bomb.label)
  await writeBomb(file, bomb, padding)
  const { pid } = ground.server()
  await resetPeak(pid)
  const before = await memory(pid, 'VmRSS')
  const answers = await Promise.all(Array.from({ length: times }, () => sendFile(ground, file, bomb.label)))
  const peak = await memory(pid, 'VmHWM').catch(() => Number.POSITIVE_INFINITY)
  await rm(folder, { recursive: true, force: true })
  const alive = await ground.maker.send('GET', '/health/live').then(
    ({ status }) => status === 200,
    () => false,
  )
  return {
    'Refused with 413 or 422': answers.filter(({ status }) => status === 413 || status === 422).length,
    'Taken in': answers.filter(({ status }) => status === 200).length,
    'Slowest answer in seconds': Math.max(...answers.map(({ took }) => took)),
    'Megabytes more than before': Math.round(peak - before),
    'answers that say neither': answers.filter(({ status }) => ![200, 413, 422].includes(status)).length,
    'memory beyond what is allowed': peak - before > allowedGrowth ? 1 : 0,
    'servers that ended': alive ? 0 : 1,
  }
}

type Sent = { readonly status: number; readonly took: number }

async function sendFile({ maker, place, server }: FaultGround, file: string, label: string): Promise<Sent> {
  const start = performance.now()
  const took = () => Math.round((performance.now() - start) / 100) / 10
  try {
    const content = await openAsBlob(file)
    const at = `/api/import/v1/${place.id}/upload`
    const begun: Answer = await maker.send('POST', `${at}/begin`, { file: label, size: content.size })
    if (begun.status !== 201) return { status: begun.status, took: took() }
    const body = new FormData()
    body.append('file', content, label)
    const { id } = begun.json<{ id: string }>()
    const answer = await fetch(`http://127.0.0.1:${server().port}${at}/${id}?offset=0`, {
      method: 'POST',
      headers: { authorization: `Bearer ${maker.token}` },
      body,
    })
    await answer.text()
    return { status: answer.status, took: took() }
  } catch {
    return { status: 0, took: took() }
  }
}

/** Forgets the highest memory of a process so far (Linux). */
function resetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** The memory of a process in megabytes: now (`VmRSS`) or at its highest (`VmHWM`). */
async function memory(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

if (isMain(import.meta.url)) {
  const size = Number(process.argv[2] ?? 3000)
  let wrong = 0
  let ground = await openFaultGround()
  try {
    for (const [name, bomb] of Object.entries(bombs)) {
      if (process.argv[3] !== undefined && process.argv[3] !== name) continue
      // Once as it is, and once with what hides its proportion.
      for (const padding of [0, Math.ceil(size / 80)]) {
        const found = await sendBombs(ground, bomb(size), padding)
        wrong += wrongs(found)
        console.log(`${name}${padding > 0 ? `, beside ${padding} MB` : ''}: ${JSON.stringify(found)}`)
        if (found['servers that ended'] === 1) {
          await ground.stop()
          ground = await openFaultGround()
        }
      }
    }
  } finally {
    await ground.stop()
  }
  process.exitCode = wrong === 0 ? 0 : 1
}
