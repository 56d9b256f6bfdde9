import { expect, test } from 'vitest'
import {
  listKeysOfPart,
  listNamedKeys,
  listNeededParts,
  listSaidKeys,
  listTextLoads,
  listUntoldSpeakers,
  places,
} from './support/webTexts.ts'

/** What everybody opens: the app with the sign-in; then what stands around the pages of a session, and the lists. */
const start = ['src/main/web.tsx', 'src/main/web/AuthLayout.tsx', 'src/accounts/web/signIn/SignInPage.tsx']
const session = [
  'src/main/web/DefaultLayout.tsx',
  'src/main/web/DatabaseLayout.tsx',
  'src/environments/web/EnvironmentsPage.tsx',
  'src/records/web/list/RecordsPage.tsx',
]
/** These have no session around them. */
const isPublic = (module: string) => /^src\/(accounts\/web\/sign(In|Up)\/|main\/web\/public\/)/.test(module)

test('every module is loaded with the texts that it says, and with no others', () => {
  const loads = listTextLoads().map(({ module, parts }) => ({ module, parts: parts.toSorted() }))
  expect(loads.length).toBeGreaterThan(50)
  const needed = loads.map(({ module }) => {
    const all = [...listNeededParts([module])]
    // The layouts of a session bring its texts for all that stands in them.
    const hasSession = !isPublic(module) && !module.endsWith('Layout.tsx')
    return { module, parts: all.filter((part) => !hasSession || part !== 'session').toSorted() }
  })
  const lacking = needed.flatMap(({ module, parts }, at) =>
    parts
      .filter((part) => !loads[at]?.parts.includes(part))
      .map((part) => `${module} says ${listKeysOfPart([module], part).join(', ') || 'data'} of ${part}`),
  )
  expect(loads, lacking.join('\n')).toEqual(needed)
})

test('what has no texts of its own says only those of the start, or of the session', () => {
  const [atStart, inSession] = [[...listNeededParts(start)], [...listNeededParts(session)]]
  expect(atStart, keysToMove(start, atStart, 'start')).toEqual([])
  expect(inSession, keysToMove(session, inSession, 'session')).toEqual(['session'])
})

test('a text is loaded at the start, or with the session, only where it is said there', () => {
  const said = { start: listSaidKeys(start), session: listNamedKeys(session) }
  // Rules of forms find any fault of theirs, so those of the start come whole.
  const idle = [...places].filter(
    ([key, { stage }]) => stage !== 'screens' && !key.startsWith('fault.') && !said[stage].has(key),
  )
  expect(idle).toEqual([])
})

test('whoever says texts that come with data tells whose they are', () => {
  expect(listUntoldSpeakers()).toEqual([])
})

/** The texts that stand with the screens and are said before: a failure names them with the folder that they belong into. */
function keysToMove(roots: readonly string[], parts: readonly string[], stage: 'start' | 'session'): string {
  const keys = parts.filter((part) => part !== 'session').flatMap((part) => listKeysOfPart(roots, part))
  return `into locales/${stage}: ${keys.join(', ')}`
}
