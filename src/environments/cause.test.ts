import { describe, expect, test } from 'vitest'
import { causeKey, causeSchema, deepestChain, jobCause, type Cause } from '#environments/cause.ts'

const run = (no: number) => `01890000-0000-7000-8000-00000000000${no}`
const isCause = (value: unknown) => causeSchema.safeParse(value).success

describe('the cause of a write', () => {
  test('a cause without a chain is stored as it always was', () => {
    expect(JSON.stringify(causeSchema.parse({ kind: 'request', id: 'r' }))).toBe('{"kind":"request","id":"r"}')
  })

  test.each(['automation', 'assistant', 'webhook', 'endpoint', 'package'])('%s is a kind, with its chain', (kind) => {
    expect(isCause({ kind, id: run(2), chain: { runs: [run(1), run(2)], depth: 2 } })).toBe(true)
  })

  test.each<[string, unknown]>([
    ['an unknown kind', { kind: 'magic', id: 'r' }],
    ['an empty id', { kind: 'request', id: '' }],
    ['a chain without runs', { kind: 'automation', id: 'r', chain: { runs: [], depth: 1 } }],
    ['a run that is no id', { kind: 'automation', id: 'r', chain: { runs: ['r'], depth: 1 } }],
    ['a depth below the number of runs', { kind: 'automation', id: 'r', chain: { runs: [run(1), run(2)], depth: 1 } }],
    ['a chain that is too deep', { kind: 'automation', id: 'r', chain: { runs: [run(1)], depth: deepestChain + 1 } }],
    ['an unknown member', { kind: 'request', id: 'r', by: 'anna' }],
  ])('%s is refused', (_name, value) => {
    expect(isCause(value)).toBe(false)
  })

  test('what a job writes has the job as its cause, in the chain that led to the job', () => {
    const started: Cause = { kind: 'automation', id: run(1), chain: { runs: [run(1)], depth: 1 } }
    expect(jobCause('bulk', 'job', started)).toEqual({ kind: 'bulk', id: 'job', chain: started.chain })
    expect(jobCause('undo', 'job', { kind: 'request', id: 'r' })).toEqual({ kind: 'undo', id: 'job' })
  })

  test('readers of records are told no runs', () => {
    const cause: Cause = { kind: 'automation', id: run(1), chain: { runs: [run(1)], depth: 1 } }
    expect(causeKey(cause)).toEqual({ kind: 'automation', id: run(1) })
  })
})
