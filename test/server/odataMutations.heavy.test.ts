import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, bodies, seeds } from '../support/odataMutations.ts'
import { openServiceOn, type TestService } from '../support/odataServiceTest.ts'

// `MUTATIONS=100000 npx vitest run --project heavy test/server/odataMutations.heavy.test.ts` is the long form. With ODATA_ABNF
// the cases of OASIS are mutated too.
const count = Number(process.env['MUTATIONS'] ?? 10_000)
/** Nothing that is asked of so few rows takes so long, in milliseconds. */
const patience = 5000

let service: TestService

beforeAll(async () => {
  service = await openServiceOn('odatamutations')
})

afterAll(() => service?.close())

type Answer = { readonly status: number; readonly text: string }

async function expectAnswered(name: string, request: () => Promise<Answer>): Promise<number> {
  const began = performance.now()
  const { status, text } = await request()
  if (status >= 500 && status !== 501) throw new Error(`${status} ${name} ${text}`)
  if (performance.now() - began > patience) throw new Error(`too slow: ${name}`)
  return status
}

const bounded = { numRuns: count, endOnFailure: true }

test('our own seeds are answered as they are', async () => {
  for (const address of seeds) {
    const status = await expectAnswered(address, () => service.send('GET', address))
    expect(address.includes('skiptoken') ? [400] : [200, 204], address).toContain(status)
  }
})

test(
  'mutated addresses are answered or refused, and never fail or hang',
  async () => {
    const found = new Set<number>()
    await fc.assert(
      fc.asyncProperty(addresses(), async (address) => {
        found.add(await expectAnswered(address, () => service.send('GET', address)))
      }),
      bounded,
    )
    for (const status of [200, 400, 404]) expect(found).toContain(status)
  },
  patience + count * 50,
)

test(
  'mutated bodies are taken or refused, and never fail or hang',
  async () => {
    const headers = { 'content-type': 'application/json' }
    const places = fc.constantFrom(
      ['POST', 'products'],
      ['PATCH', 'products(00000000-0000-7000-8100-000000000001)'],
      ['PUT', `products(code='saw')`],
      ['PATCH', 'company'],
      ['POST', 'products(00000000-0000-7000-8100-000000000001)/tags'],
      ['PUT', 'products(00000000-0000-7000-8100-000000000001)/place'],
      ['PUT', 'products(00000000-0000-7000-8100-000000000001)/seal/$value'],
      ['POST', 'products(00000000-0000-7000-8100-000000000001)/raise'],
      ['POST', '$batch'],
    )
    const found = new Set<number>()
    await fc.assert(
      fc.asyncProperty(places, bodies, async ([method = '', address = ''], body) => {
        found.add(
          await expectAnswered(`${method} ${address} ${body}`, () => service.send(method, address, body, headers)),
        )
      }),
      { ...bounded, numRuns: Math.ceil(count / 4) },
    )
    for (const status of [200, 201, 422]) expect(found).toContain(status)
  },
  patience + count * 50,
)
