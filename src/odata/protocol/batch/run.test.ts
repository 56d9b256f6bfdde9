import { expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import type { Item, BatchPart } from '#odata/protocol/batch/item.ts'
import { runBatch } from '#odata/protocol/batch/run.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { queryLimits } from '#odata/syntax/limits.ts'

const long = 'x'.repeat(queryLimits.batchAnswer / 2)
const part = (id: string, method = 'GET'): BatchPart => {
  return { id, method, url: 'rows', headers: {}, body: undefined, dependsOn: [] }
}
const single = (id: string, method = 'GET'): Item => ({ kind: 'single', part: part(id, method) })

/** What each request is answered with where every answer has such a body; a group is begun twice. */
async function codesOf(items: readonly Item[], body: string | AsyncIterable<string>) {
  const done: string[] = []
  const store: Partial<ODataStore> = {
    root: '/',
    together: async (work) => {
      await work(store as ODataStore)
      return work(store as ODataStore)
    },
    refusal: (error) => ({ status: 400, headers: {}, body: error instanceof Fault ? error.code : String(error) }),
  }
  const outcomes = await runBatch(items, {
    request: { method: 'POST', path: '$batch', query: '', headers: {} },
    store: store as ODataStore,
    single: ({ method }) => {
      done.push(method)
      return Promise.resolve({ status: 200, headers: {}, body })
    },
    goesOn: true,
  })
  const codes = outcomes.flatMap((outcome) =>
    (outcome.kind === 'single' ? [outcome] : outcome.responses).map(({ response }) =>
      response.status === 200 ? '200' : response.body,
    ),
  )
  return { codes, done }
}

test('what comes behind answers that are too long to hold is refused and not done', async () => {
  const items = [single('1'), single('2', 'POST'), single('3', 'POST'), single('4', 'POST')]
  expect(await codesOf(items, long)).toEqual({
    codes: ['200', '200', '200', 'query.limit'],
    done: ['GET', 'POST', 'POST'],
  })
})

test('a group that is begun anew is not counted twice', async () => {
  const group: Item = { kind: 'group', id: 'g', parts: [part('1', 'POST'), part('2', 'POST')] }
  expect((await codesOf([group, single('3')], long)).codes).toEqual(['200', '200', '200'])
})

test('an answer without end is held no further', async () => {
  async function* endless() {
    for (;;) yield await Promise.resolve(long)
  }
  expect((await codesOf([single('1')], endless())).codes).toEqual(['query.limit'])
})

test('reads have a store whose time is limited; what changes something, and groups, keep their own; each part gives way', async () => {
  const places: string[] = []
  const limited = { root: '/limited' } as ODataStore
  let turns = 0
  const store: Partial<ODataStore> = {
    root: '/',
    giveWay: () => Promise.resolve(turns++),
    forBatchReads: () => limited,
    together: (work) => work({ ...store, root: '/group' } as ODataStore),
  }
  const query: Item = { kind: 'single', part: { ...part('3', 'POST'), url: 'rows/$query?x' } }
  await runBatch([single('1'), single('2', 'PATCH'), query, { kind: 'group', id: 'g', parts: [part('4')] }], {
    request: { method: 'POST', path: '$batch', query: '', headers: {} },
    store: store as ODataStore,
    single({ method }, { root }) {
      places.push(`${method} ${root}`)
      return Promise.resolve({ status: 200, headers: {}, body: '' })
    },
    goesOn: true,
  })
  expect(places).toEqual(['GET /limited', 'PATCH /', 'POST /limited', 'GET /group'])
  expect(turns).toBe(4)
})
