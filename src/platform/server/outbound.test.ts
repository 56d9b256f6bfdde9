import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '#platform/server/outbound.ts'
import { isPublicAddress } from '#platform/server/publicAddress.ts'

let server: Server
let port: number
let asked: { url: string | undefined; secret: string | undefined }[] = []
beforeAll(async () => {
  server = createServer((request, answer) => {
    asked.push({ url: request.url, secret: request.headers.authorization })
    if (request.url === '/away') return answer.writeHead(302, { location: 'http://127.0.0.2:9/private' }).end()
    if (request.url === '/home') return answer.writeHead(302, { location: '/there' }).end()
    if (request.url === '/round') return answer.writeHead(302, { location: '/round' }).end()
    if (request.url === '/large') return answer.end(Buffer.alloc(3 * 1024 * 1024))
    answer.end('private')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((done) => server.close(done)))

const strict = createOutbound({ allow: [] })
const open = createOutbound({ allow: ['127.0.0.1'] })
afterAll(() => Promise.all([strict.stop(), open.stop()]))

const codeOf = async (outbound: Outbound, address: string) => {
  const answer = await outbound.fetch(address, { redirect: 'follow' }).catch((error: unknown) => error)
  return (answer as { code?: string }).code
}

describe('the guard of what leaves the installation', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://0:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://localhost:PORT/',
    'http://localhost.:PORT/',
    'http://[::1]:PORT/',
    'http://169.254.169.254/latest/meta-data',
    'http://someone:secret@example.org/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
    'unix:/var/run/postgresql',
  ])('%s is refused without a connection, in the same words as any other failure', async (address) => {
    asked = []
    expect(await codeOf(strict, address.replace('PORT', String(port)))).toBe('outbound.failed')
    expect(asked).toEqual([])
  })

  test('other ports than those that are agreed are refused, by number and by name, unless the operator named the place', async () => {
    const resolving = (address: string) =>
      createOutbound({ allow: ['127.0.0.1'], lookup: (_name, done) => done(null, [{ address, family: 4 }]) })
    const [outside, inside] = [resolving('203.0.113.7'), resolving('127.0.0.1')]
    const failure = (outbound: Outbound, address: string) =>
      outbound.fetch(address).then(
        () => 'reached',
        (error: Error) => String((error.cause as Error).cause ?? error.cause),
      )
    expect(await failure(outside, 'http://203.0.113.7:22/')).toContain('not an address that may be reached')
    expect(await failure(outside, 'http://git.example:8022/')).toContain('git.example is at 203.0.113.7')
    expect(await failure(inside, `http://own.example:${port}/`)).toBe('reached')
    await Promise.all([outside.stop(), inside.stop()])
  })

  test('a name that answers with another address the second time is asked once, and reached where it was checked', async () => {
    let times = 0
    const rebinding = createOutbound({
      allow: [],
      lookup: (_name, done) => done(null, [{ address: times++ === 0 ? '127.0.0.1' : '203.0.113.7', family: 4 }]),
    })
    asked = []
    expect(await codeOf(rebinding, `http://rebind.example:${port}/`)).toBe('outbound.failed')
    expect([times, asked]).toEqual([1, []])
    await rebinding.stop()
  })

  test('which a naive twin, that asks once to check and once to connect, reads', async () => {
    const answers = ['93.184.216.34', '127.0.0.1']
    const naive = async () => {
      if (!isPublicAddress(answers.shift() ?? '')) throw new Error('forbidden')
      return fetch(`http://${answers.shift()}:${port}/`)
    }
    expect(await (await naive()).text()).toBe('private')
  })

  test('one private address among public ones is enough to refuse a name', async () => {
    const mixed = createOutbound({
      allow: [],
      lookup: (_name, done) =>
        done(null, [
          { address: '93.184.216.34', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    })
    expect(await codeOf(mixed, `http://mixed.example:${port}/`)).toBe('outbound.failed')
    await mixed.stop()
  })

  test('what an operator allows is reached; a redirect goes through the same check, and tells nobody else the secret', async () => {
    asked = []
    const answer = await open.fetch(`http://127.0.0.1:${port}/home`, {
      redirect: 'follow',
      headers: { authorization: 'Bearer secret' },
    })
    expect(await answer.text()).toBe('private')
    expect(asked).toEqual([
      { url: '/home', secret: 'Bearer secret' },
      { url: '/there', secret: 'Bearer secret' },
    ])
    expect(await codeOf(open, `http://127.0.0.1:${port}/away`)).toBe('outbound.failed')
    expect(await codeOf(open, `http://127.0.0.1:${port}/round`)).toBe('outbound.failed')
    expect((await open.fetch(`http://127.0.0.1:${port}/away`)).status).toBe(302)
  })

  test('an answer without end is cut off', async () => {
    const answer = await open.fetch(`http://127.0.0.1:${port}/large`)
    await expect(answer.text()).rejects.toThrow()
  })

  test.each([
    '10.1.2.3',
    '100.64.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '::',
    'fe80::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  test.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})
