import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressOf, bareTypeNames, refuseArrow, refuseName, staircase, type Arrow } from './architecture.ts'

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path))
  .toSorted()
const arrows = files.flatMap((path) => arrowsOf(path, readCode(path)))

/** `isAtOnce` is false for what is imported when it is needed. */
type FoundArrow = Arrow & { readonly isAtOnce: boolean }

describe('the architecture', () => {
  test('every file is named after a thing and stands on the staircase', () => {
    expect(refusals(files, refuseName, String)).toEqual([])
  })

  test('no exported type has a name that says nothing outside its function', () => {
    const exported = /^export (?:type|interface) (\w+)/gm
    const bare = files.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(exported)]
        .filter(([, name = '']) => bareTypeNames.has(name))
        .map(([, name]) => `${path}: ${name}`),
    )
    expect(bare).toEqual([])
  })

  test('no arrow exists that must not', () => {
    expect(refusals(arrows, refuseArrow, ({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('no cycles between files', () => {
    expect(cycleOf(arrows.filter(({ to, typeOnly }) => to.startsWith('src/') && !typeOnly))).toBeUndefined()
  })

  test('what a list of records loads at once has none of what only forms, checks, makers and later looks need', () => {
    // The build gives listMetadata.ts a lean copy of the types (scripts/viteLeanTypes.ts).
    const isLean = ({ from, to }: Arrow) =>
      from === 'src/attributes/listMetadata.ts' && to === 'src/attributes/types.ts'
    const atOnce = arrows.filter((arrow) => arrow.isAtOnce && !arrow.typeOnly && !isLean(arrow))
    const pages = ['src/main/web.tsx', 'src/main/web/DatabaseLayout.tsx', 'src/records/web/list/RecordsPage.tsx']
    const trails = trailsFrom(pages, atOnce)
    const heavy =
      /^src\/attributes\/(types(\.ts$|\/)|record\.ts|propertySchema)|^src\/expressions\/|^src\/views\/(resolve|periods|clean|rules|operations|viewSchema)|^src\/records\/exchange\/import\/|^src\/design\/brand\.ts|MenuPopup\.tsx$|Dialog(Control)?\.tsx$|^(zod|react-aria-components(?!\/I18nProvider)|@dnd-kit|@xyflow|echarts|@codemirror)/
    expect([...trails].filter(([path]) => heavy.test(path)).map(([, trail]) => trail)).toEqual([])
    expect(trails.has('src/records/web/grid/RecordsGrid.tsx')).toBe(true)
  })

  test('one file writes events, one file reads how they are stored', () => {
    // The name of the table as SQL or as a text; "_event" in quotes is a column of set writes.
    const isNamed = (path: string) => /(?<!["\w])_event\b(?!\w)/.test(readCode(path))
    const sources = files.filter((path) => !path.includes('.test.'))
    expect(sources.filter(isNamed)).toEqual([
      'src/records/server/events/eventRows.ts',
      'src/records/server/events/eventWriter.ts',
      'src/records/server/records.schema.ts',
      'src/records/server/upkeep.ts',
    ])
    const insert = /insert into \$\{[^}]*_event/
    expect(sources.filter((path) => insert.test(readCode(path)))).toEqual(['src/records/server/events/eventWriter.ts'])
    // The members of a stored batch, and its kind among those of events.
    const batch = /->>?\s*'ids'|\bkind (?:=|when) 'import'/
    expect(sources.filter((path) => batch.test(readCode(path)))).toEqual(['src/records/server/events/eventRows.ts'])
  })

  test('screens write and read moments, days and numbers by the ways of their reader, which src/language holds', () => {
    const beside =
      /Intl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat)|\.toLocale(?:Date|Time)?String\(|\bgetLocalTimeZone\b|\.get(?:TimezoneOffset|FullYear|Month|Date|Day|Hours|Minutes)\(/
    const screens = files.filter((path) => path.includes('/web/') && !/^src\/language\/|\.test\./.test(path))
    expect(screens.filter((path) => beside.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
    expect(beside.test('new Intl.NumberFormat(locale)') && beside.test('value.toLocaleString()')).toBe(true)
  })

  test('work in the background gets its member from one function: no other finds a membership without a request', () => {
    const finders = files.filter((path) => /\bmemberships\.find\(/.test(readFileSync(join(root, path), 'utf8')))
    expect(finders).toEqual([
      'src/environments/server/membership.routes.ts',
      'src/main/memberAtWork.ts',
      // The member that an administrator looks at the environment as.
      'src/security/server/viewAs/viewAs.ts',
    ])
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
      'src/records/server/updateRecord.ts',
      'src/entities/server/entities.store.ts',
      "only the use cases of entities's server are for others",
    ],
    ['src/records/server/records.store.ts', 'pg', 'pg stays in platform/server/database'],
    ['src/records/server/updateRecord.ts', 'fastify', 'fastify stays in routes, platform and main'],
    ['src/records/server/updateRecord.ts', 'openai', 'models are called in ai/server/providers'],
    ['src/records/record.ts', 'test/support/database.ts', 'src imports neither tests nor benchmarks nor scripts'],
  ])('%s -> %s would be refused', (from, to, reason) => {
    expect(refuseArrow({ from, to, typeOnly: false })).toBe(reason)
  })

  test('barrels and rummage drawers would be refused, and so would a concept without a step', () => {
    expect(refuseName('src/views/index.ts')).toMatch(/barrel/)
    expect(refuseName('src/views/utils/sort.ts')).toMatch(/named after/)
    expect(refuseName('src/views/helpers.ts')).toMatch(/named after/)
    expect(refuseName('src/views/told.ts')).toMatch(/noun/)
    expect(refuseName('src/novelty/thing.ts')).toMatch(/staircase/)
    expect(new Set(staircase).size).toBe(staircase.length)
  })

  test('a cycle would be found', () => {
    const arrow = (from: string, to: string): Arrow => ({ from, to, typeOnly: false })
    expect(cycleOf([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b')])).toBe('b -> c -> b')
  })
})

/** The text of a file without its lines of comments. */
function readCode(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
}

/** Imports and re-exports, static and dynamic. */
function arrowsOf(from: string, code: string): FoundArrow[] {
  const fixed = code.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s*)?['"]([^'"]+)['"]/gm)
  const dynamic = code.matchAll(/\bimport\(\s*()['"]([^'"]+)['"]/g)
  const found =
    (isAtOnce: boolean) =>
    ([, typeOnly, target = '']: RegExpExecArray): FoundArrow => ({
      from,
      to: addressOf(from, target),
      typeOnly: Boolean(typeOnly),
      isAtOnce,
    })
  return [...[...fixed].map(found(true)), ...[...dynamic].map(found(false))]
}

/** Every file that files lead to, and on which way. */
function trailsFrom(starts: readonly string[], along: readonly Arrow[]): ReadonlyMap<string, string> {
  const next = Map.groupBy(along, ({ from }) => from)
  const trails = new Map(starts.map((path) => [path, path]))
  for (const [path, trail] of trails) {
    for (const { to } of next.get(path) ?? []) if (!trails.has(to)) trails.set(to, `${trail} -> ${to}`)
  }
  return trails
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
