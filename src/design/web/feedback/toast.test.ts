import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toast, toasts } from '#design/web/feedback/toast.ts'

test('of the news the last three stay, and every failure', () => {
  toasts.clear()
  toast({ text: 'no', kind: 'failed' })
  for (const text of ['one', 'two', 'three', 'four']) toast({ text, kind: 'done' })
  const { result } = renderHook(() => toasts.useItems())
  expect(result.current.map(({ text }) => text)).toEqual(['no', 'two', 'three', 'four'])
  toasts.clear()
})
