import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressOf, refuseArrow, refuseName, staircase, type Arrow } from './architecture.ts'

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path))
  .toSorted()
const arrows = files.flatMap((path) => arrowsOf(path, readFileSync(join(root, path), 'utf8')))

describe('the architecture', () => {
  test('every file is named after a thing and stands on the staircase', () => {
    expect(refusals(files, refuseName, String)).toEqual([])
  })

  test('no arrow exists that must not', () => {
    expect(refusals(arrows, refuseArrow, ({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('no cycles between files', () => {
    expect(cycleOf(arrows.filter(({ to, typeOnly }) => to.startsWith('src/') && !typeOnly))).toBeUndefined()
  })

  test.each<[string, string, string]>([
    ['src/views/view.ts', 'src/views/server/views.ts', 'pure code does not import server code'],
    ['src/views/view.ts', 'node:fs', 'pure code knows no Node'],
    ['src/views/view.ts', 'react', 'pure code imports only zod/mini'],
    ['src/views/web/ViewPage.tsx', 'src/views/server/views.ts', 'web code does not import server code'],
    ['src/views/server/views.ts', 'src/views/web/ViewPage.tsx', 'server code does not import web code'],
    ['src/main/web.tsx', 'src/main/api.ts', 'web code does not import server code'],
    ['src/views/server/views.ts', 'src/main/api.ts', 'nothing imports main'],
    ['src/entities/entity.ts', 'src/records/record.ts', 'entities stands below records on the staircase'],
    [
      'src/records/server/records.ts',
      'src/entities/server/entities.store.ts',
      "only the use cases of entities's server are for others",
    ],
    ['src/records/server/records.store.ts', 'pg', 'pg stays in platform/server/database'],
    ['src/records/server/records.ts', 'fastify', 'fastify stays in routes, platform and main'],
    ['src/records/server/records.ts', 'openai', 'models are called in ai/server/providers'],
    ['src/records/record.ts', 'test/support/database.ts', 'src imports neither tests nor benchmarks nor scripts'],
  ])('%s -> %s would be refused', (from, to, reason) => {
    expect(refuseArrow({ from, to, typeOnly: false })).toBe(reason)
  })

  test('barrels and rummage drawers would be refused, and so would a concept without a step', () => {
    expect(refuseName('src/views/index.ts')).toMatch(/barrel/)
    expect(refuseName('src/views/utils/sort.ts')).toMatch(/named after/)
    expect(refuseName('src/views/helpers.ts')).toMatch(/named after/)
    expect(refuseName('src/novelty/thing.ts')).toMatch(/staircase/)
    expect(new Set(staircase).size).toBe(staircase.length)
  })

  test('a cycle would be found', () => {
    const arrow = (from: string, to: string): Arrow => ({ from, to, typeOnly: false })
    expect(cycleOf([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b')])).toBe('b -> c -> b')
  })
})

/** Imports and re-exports, static and dynamic. */
function arrowsOf(from: string, text: string): Arrow[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const fixed = code.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s*)?['"]([^'"]+)['"]/gm)
  const dynamic = code.matchAll(/\bimport\(\s*()['"]([^'"]+)['"]/g)
  return [...fixed, ...dynamic].map(([, typeOnly, target = '']) => ({
    from,
    to: addressOf(from, target),
    typeOnly: Boolean(typeOnly),
  }))
}

function cycleOf(found: readonly Arrow[]): string | undefined {
  const next = Map.groupBy(found, ({ from }) => from)
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): string | undefined => {
    const seen = trail.indexOf(path)
    if (seen >= 0) return [...trail.slice(seen), path].join(' -> ')
    if (done.has(path)) return undefined
    for (const { to } of next.get(path) ?? []) {
      const cycle = visit(to, [...trail, path])
      if (cycle) return cycle
    }
    done.add(path)
    return undefined
  }
  for (const path of next.keys()) {
    const cycle = visit(path, [])
    if (cycle) return cycle
  }
  return undefined
}

function refusals<Thing>(
  things: readonly Thing[],
  refuse: (thing: Thing) => string | undefined,
  show: (thing: Thing) => string,
): string[] {
  return things.flatMap((thing) => {
    const reason = refuse(thing)
    return reason ? [`${show(thing)}: ${reason}`] : []
  })
}
