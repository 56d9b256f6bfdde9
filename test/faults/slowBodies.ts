import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isMain, openFaultGround, report, type Findings } from './ground.ts'

/**
 * Clients send bodies byte by byte, uploads below and above 10 kB a second, and bodies of requests that are refused at their
 * headers. After 45 seconds those that are too slow must be refused and their connections gone, the others unharmed; the
 * naive twin is a server that gives every body an hour.
 * node test/faults/slowBodies.ts [seconds]
 */
const shortest = 45
const each = 10

type Talk = { readonly kind: Kind; readonly socket: Socket; said: string; isClosed: boolean }
type Kind = 'dripping' | 'unknown' | 'slowUpload' | 'steadyUpload' | 'unhurried'

/** How each kind sends: where, which bytes in a second, how many in all. */
const kinds: Readonly<Record<Kind, { readonly upload?: true; readonly rate: number; readonly length: number }>> = {
  dripping: { rate: 1, length: 1000 },
  unknown: { rate: 1, length: 1000 },
  slowUpload: { upload: true, rate: 4_000, length: 100_000_000 },
  steadyUpload: { upload: true, rate: 20_000, length: 100_000_000 },
  // Whole after twenty seconds.
  unhurried: { rate: 2, length: 40 },
}
const names = Object.keys(kinds) as Kind[]
const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'

type Target = { readonly port: number; readonly record: string; readonly upload: string; readonly token: string }

/** Opens the connections and lets them send for so many seconds. */
async function play({ port, record, upload, token }: Target, seconds: number): Promise<Findings> {
  const talks = names.flatMap((kind) =>
    Array.from({ length: each }, (): Talk => {
      const { upload: isUpload, length } = kinds[kind]
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      const talk: Talk = { kind, socket, said: '', isClosed: false }
      socket.on('data', (chunk) => (talk.said += String(chunk))).on('close', () => (talk.isClosed = true))
      const type = isUpload ? 'multipart/form-data; boundary=x' : 'application/json'
      const bearer = kind === 'unknown' ? '' : `authorization: Bearer ${token}\r\n`
      socket.write(
        `POST ${isUpload ? upload : record} HTTP/1.1\r\nhost: localhost\r\n${bearer}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
      )
      socket.write(isUpload ? head : '{')
      return talk
    }),
  )
  for (let second = 1; second <= seconds; second++) {
    await pause(1000)
    for (const { kind, socket, isClosed } of talks) {
      const { upload: isUpload, rate, length } = kinds[kind]
      if (isClosed) continue
      const last = length - 1 - (second - 1) * rate
      if (isUpload) socket.write(Buffer.alloc(rate, 'a'))
      else if (last > 0) socket.write(last <= rate ? `${' '.repeat(last - 1)}}` : ' '.repeat(rate))
    }
  }
  const count = (kind: Kind, holds: (talk: Talk) => boolean) =>
    talks.filter((talk) => talk.kind === kind && holds(talk)).length
  const found = {
    'Requests of each kind': each,
    'bodies byte by byte that are still waited for': count('dripping', ({ isClosed }) => !isClosed),
    'bodies of refused requests that are still waited for': count('unknown', ({ isClosed }) => !isClosed),
    'uploads below 10 kB a second that are still waited for': count('slowUpload', ({ isClosed }) => !isClosed),
    'uploads above that were cut off': count('steadyUpload', ({ isClosed }) => isClosed),
    'bodies of twenty seconds that were not answered': count('unhurried', ({ said }) => !said.startsWith('HTTP/1.1 2')),
    'slow bodies cut off without 408': count(
      'dripping',
      ({ said, isClosed }) => isClosed && !said.startsWith('HTTP/1.1 408'),
    ),
  }
  for (const { socket } of talks) socket.destroy()
  return found
}

/** A server that reads every body, for an hour at most. */
async function openNaive() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end())
  })
  server.requestTimeout = 3600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port, stop }
}

if (isMain(import.meta.url)) {
  const seconds = Math.max(shortest, Number(process.argv[2] ?? shortest))
  const ground = await openFaultGround()
  const naive = await openNaive()
  try {
    const { maker, place, entity } = ground
    const attribute = { name: 'Papers', uri: 'papers', type: 'file', maxcount: 1 }
    const made = await maker.send('POST', `/api/metadata/attribute/v1/${place.id}/${entity.id}`, attribute)
    const target: Target = {
      port: ground.server().port,
      record: `/api/odata/v1/${place.id}/orders`,
      upload: `/api/file/v1/${place.id}/attribute/${made.json<{ id: string }>().id}`,
      token: maker.token,
    }
    const [ours, theirs] = await Promise.all([play(target, seconds), play({ ...target, port: naive.port }, seconds)])
    report('bodies that come slowly', ours, theirs)
  } finally {
    naive.stop()
    await ground.stop()
  }
}
