import { expect, test } from 'vitest'
import {
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
  expect(loads).toEqual(needed)
})

test('what has no texts of its own says only those of the start, or of the session', () => {
  expect([...listNeededParts(start)]).toEqual([])
  expect([...listNeededParts(session)]).toEqual(['session'])
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
