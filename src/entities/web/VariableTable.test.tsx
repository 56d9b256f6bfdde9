import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { VariableTable } from '#entities/web/VariableTable.tsx'
import { VariableValueField } from '#entities/web/VariableValueField.tsx'
import type { VariableRecord } from '#entities/wire.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'

const initial = await loadLocale('en')

afterEach(cleanup)

const variable = (key: string, more: Partial<VariableRecord>): VariableRecord => ({
  id: key,
  key,
  type: 'text',
  value: null,
  description: null,
  version: 1,
  change_id: '',
  used_by: [],
  ...more,
})
const used = { entity_id: 'e', entity: 'Invoice', attribute_id: 'a', attribute: 'Gross' }

test('[R049] the list of variables shows each with its value and the way to what reads it', async () => {
  const opened: string[] = []
  const variables = [
    variable('vat', { type: 'number', value: '0.21', used_by: [used] }),
    variable('start', { type: 'date', value: '2026-04-01' }),
    variable('strict', { type: 'boolean', value: true }),
    variable('empty', {}),
  ]
  await show(
    <VariableTable environmentId="x" chosenId={undefined} onOpen={(id) => opened.push(id)} {...{ variables }} />,
  )
  const row = (key: string) => within(screen.getByRole('row', { name: new RegExp(`^${key}`) }))
  expect(row('vat').getByText('0.21')).toBeDefined()
  expect(row('vat').getByRole('link', { name: 'Gross of Invoice' }).getAttribute('href')).toBe(
    '/x/entity/e/attribute?attribute=a',
  )
  // A day never shifts, whatever the zone.
  expect(row('start').getByText('Apr 1, 2026')).toBeDefined()
  expect(row('strict').getByText('Yes')).toBeDefined()
  expect(row('empty').getByText('no value')).toBeDefined()
  fireEvent.click(row('strict').getByRole('button'))
  expect(opened).toEqual(['strict'])
})

test('a value that is taken away is none, not an empty text', async () => {
  const said: unknown[] = []
  await show(<VariableValueField type="text" value="a" error="Too odd." onChange={(value) => said.push(value)} />)
  expect(screen.getByText('Too odd.')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: '' } })
  expect(said).toEqual([null])
})

async function show(children: ReactNode) {
  const routeTree = createRootRoute({
    component: () => <LanguageProvider initial={initial}>{children}</LanguageProvider>,
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  render(<RouterProvider router={router} />)
}
