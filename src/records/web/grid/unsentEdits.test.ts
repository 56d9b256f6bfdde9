import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { meQuery } from '#accounts/web/me.client.ts'
import { forgetSession } from '#platform/web/http.ts'
import { storeRecordDraft, storedRecordDraft } from '#records/web/form/drafts.ts'
import { hasUnsentEdits, keepTyped } from '#records/web/grid/unsentEdits.ts'

const table = 'e1'
const draft = { values: { title: 'Half a sentence' }, linked: {}, etag: 'W/"1"' }

beforeEach(() => window.sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

/** The session ends, and a person signs in in the same tab. */
async function signIn(id: string): Promise<void> {
  forgetSession()
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ id }))
  await new QueryClient().fetchQuery(meQuery)
}

function typeSomething(): void {
  storeRecordDraft(table, 'r1', draft)
  storeRecordDraft(table, undefined, draft)
  keepTyped(table, { recordId: 'r1', column: 'title', value: 'Half a', name: 'One' })
}

test('what was typed is still there when the session ended and the same person signs in again', async () => {
  await signIn('ana')
  typeSomething()
  await signIn('ana')
  expect(storedRecordDraft(table, 'r1')).toEqual(draft)
  expect(storedRecordDraft(table, undefined)).toEqual(draft)
  expect(hasUnsentEdits(table)).toBe(true)
})

test('another person who signs in in the same tab is never offered it, nor is the first one afterwards', async () => {
  await signIn('ana')
  typeSomething()
  for (const person of ['bo', 'ana']) {
    await signIn(person)
    expect(storedRecordDraft(table, 'r1')).toBeUndefined()
    expect(storedRecordDraft(table, undefined)).toBeUndefined()
    expect(hasUnsentEdits(table)).toBe(false)
  }
})
