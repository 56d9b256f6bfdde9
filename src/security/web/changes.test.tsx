import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { ApiFault, api, onConflict } from '#platform/web/http.ts'
import type { AccessImpact } from '#security/impact.ts'
import type { EntityRoleRecord } from '#security/role.ts'
import { AssignDialog } from '#security/web/members/AssignDialog.tsx'
import { FieldMatrix } from '#security/web/roles/FieldMatrix.tsx'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import { OverrideRegion } from '#security/web/permissionTests/OverrideRegion.tsx'
import { askToOverride } from '#security/web/permissionTests/overrides.ts'
import { UnitDialog } from '#security/web/teams/UnitDialog.tsx'
import { refusals } from '#security/web/pendingDialogs.ts'

const initial = await loadLocale('en')
const sentence = 'Seller may not read Salary of employees, whoever owns it'
type Sent = { readonly path: string; readonly reason: string | null }
let sent: Sent[] = []
let asked: unknown[] = []
let impact: AccessImpact
let overridable = true
const unit = { version: 1, members: 0, teams: 0 }
const units = [
  { id: 'root', name: 'Acme', parent_id: null, ...unit },
  { id: 'north', name: 'North', parent_id: 'root', ...unit },
  { id: 'south', name: 'South', parent_id: 'root', ...unit },
]
const self = { activities: ['explain-access'], roles: [], units: [], teams: [], entities: [] }

beforeEach(() => {
  sent = []
  asked = []
  overridable = true
  impact = { members: 1, more: false, actions: [], fields: [], activities: [], tests: null }
  onConflict(askToOverride)
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const path = new URL(String(address), 'http://localhost').pathname
    if (path.endsWith('/impact')) {
      asked.push(JSON.parse(String(init?.body)))
      return Response.json(impact)
    }
    if (path.endsWith('/unit')) return Response.json({ value: units })
    if (path.endsWith('/preview')) return Response.json({ members: 2, records: 3 })
    if (path.endsWith('/self')) return Response.json(self)
    if (init?.method !== 'PATCH') return Response.json({ token: 'token', entities: [], version: 1 })
    const reason = new Headers(init.headers).get('x-override-reason')
    sent.push({ path, reason })
    if (reason !== null) return Response.json({})
    const details = [{ code: 'permissionTest.sentence', target: 't1', message: sentence }]
    const error = {
      code: 'permissionTest.failed',
      message: 'No.',
      details,
      innererror: { requestId: 'r', overridable },
    }
    return Response.json({ error }, { status: 409 })
  })
})
afterEach(() => {
  cleanup()
  onConflict(async () => undefined)
  vi.restoreAllMocks()
})

function show(page: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </LanguageProvider>,
  )
}

describe('a change that tests stop', () => {
  const change = () => api.patch<object>('/metadata/entity/v1/e/t', { ownership: 'organisation' })

  test('is asked about on whichever page, and goes again with the reason', async () => {
    show(<OverrideRegion />)
    const done = change()
    expect(await screen.findByText(sentence)).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Save anyway' })
    expect(save).toHaveProperty('disabled', true)
    fireEvent.change(screen.getByLabelText(/Why it is saved/), { target: { value: ' Piekļuve līdz piektdienai ' } })
    fireEvent.click(save)
    expect(await done).toEqual({})
    const reason = encodeURIComponent('Piekļuve līdz piektdienai')
    expect(sent.map((each) => each.reason)).toEqual([null, reason])
    expect(screen.queryByText(sentence)).toBe(null)
  })

  test('is left when the question is', async () => {
    show(<OverrideRegion />)
    const done = change().catch((error: unknown) => error)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await done).toMatchObject({ code: 'permissionTest.failed' })
    expect(sent).toHaveLength(1)
  })

  test('names whom to ask where one may not go on', async () => {
    overridable = false
    show(<OverrideRegion />)
    const done = change().catch((error: unknown) => error)
    expect(await screen.findByText(/Whoever manages roles can save this/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save anyway' })).toBe(null)
    for (const close of screen.getAllByRole('button', { name: 'Close' }).slice(0, 1)) fireEvent.click(close)
    expect(await done).toMatchObject({ code: 'permissionTest.failed' })
  })
})

describe('what a change of rights will do', () => {
  const dialog = (onSave: (headers: object) => void) => (
    <ImpactDialog
      envid="e"
      question={{ kind: 'role', id: 'r', change: {} }}
      error={null}
      isPending={false}
      onSave={onSave}
      onClose={() => undefined}
    />
  )

  test('names the tests that it breaks, and is saved with a reason alone', async () => {
    impact = { ...impact, tests: { sentences: [{ id: 't1', text: sentence }], overridable: true } }
    const onSave = vi.fn()
    show(dialog(onSave))
    expect(await screen.findByText(sentence)).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Save anyway' })
    expect(save).toHaveProperty('disabled', true)
    fireEvent.change(screen.getByLabelText(/Why it is saved/), { target: { value: 'Agreed' } })
    fireEvent.click(save)
    expect(onSave).toHaveBeenCalledWith({ 'x-override-reason': 'Agreed' })
  })

  test('is saved without one where it breaks none', async () => {
    const onSave = vi.fn()
    show(dialog(onSave))
    await screen.findByText(/nothing changes/)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(onSave).toHaveBeenCalledWith({})
  })
})

describe('the move of a business unit', () => {
  test('tells what goes along, and asks for its impact before it is made', async () => {
    const onClose = vi.fn()
    const [, north] = units
    if (!north) throw new Error('no unit')
    show(<UnitDialog envid="e" wish={{ kind: 'move', unit: north }} onClose={onClose} />)
    const check = screen.getByRole('button', { name: 'Check and save' })
    expect(check).toHaveProperty('disabled', true)
    // The units have come once the present one is named.
    fireEvent.click(await screen.findByRole('button', { name: /Acme.*Lies below/ }))
    fireEvent.click(await screen.findByRole('option', { name: /South/ }))
    expect(await screen.findByText(/2 members and 3 records move along/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Check and save' }))
    expect(await screen.findByText(/nothing changes/)).toBeTruthy()
    expect(asked.at(-1)).toEqual({ kind: 'unit', id: 'north', change: { parent_id: 'south' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/security/v1/e/unit/north']))
  })
})

describe('records that one may not assign', () => {
  test('leave the dialog open, with the way to the reasons', async () => {
    const refused = { envid: 'e', entityId: 't', recordId: 'r', name: 'First', action: 'update' } as const
    const onAssign = () => Promise.reject(new ApiFault(403, 'request.forbidden', 'You may not do this.'))
    show(
      <AssignDialog
        count={1}
        findOwners={async () => [{ value: 'b', id: 'b', label: 'Bob' }]}
        {...{ refused, onAssign }}
        onClose={() => undefined}
      />,
    )
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'Bob' } })
    fireEvent.click(await screen.findByRole('option', { name: 'Bob' }))
    fireEvent.click(screen.getByRole('button', { name: 'Assign' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Why?' }))
    const told: unknown[] = []
    refusals.keep((items) => {
      told.push(...items.map(({ recordId, action }) => [recordId, action]))
      return []
    })
    expect(told).toEqual([['r', 'update']])
  })
})

describe('the matrix of fields', () => {
  const draft = { name: 'Salary', uri: 'salary', type: 'number' } as AttributeDraft
  const salary = attributeOf(draft, { id: 'a', entity_id: 'e', change_id: 'c', position: 0 })
  const whole = entityOf({ name: 'Person', collectionname: 'People', uri: 'people' }, { id: 'e', change_id: 'c' })
  const scopes = { create: 'none', read: 'all', update: 'none', delete: 'none' } as const
  const role = (role_id: string, change: Partial<EntityRoleRecord> = {}): EntityRoleRecord => ({
    role_id,
    role: role_id,
    administrator: false,
    managed: false,
    fields: [],
    ...scopes,
    ...change,
  })
  const roles = [role('Administrator', { administrator: true }), role('Clerk'), role('Idle', { read: 'none' })]
  const page = (
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
      <FieldMatrix envid="e" entity={withAttributes(whole, [salary])} roles={roles} />
    </RouterContextProvider>
  )

  test('steps through what a role leaves of a field, and asks before it is saved', async () => {
    show(page)
    const check = screen.getByRole('button', { name: 'Check and save' })
    expect(check).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Salary, Clerk: Read and change' }))
    fireEvent.click(screen.getByRole('button', { name: 'Salary, Clerk: Read only' }))
    expect(screen.getByRole('button', { name: 'Salary, Clerk: Hidden' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Administrator/ })).toBe(null)
    expect(screen.getByText('1 role without rights in this table is left out.')).toBeTruthy()
    fireEvent.click(check)
    expect(await screen.findByText(/nothing changes/)).toBeTruthy()
    expect(asked.at(-1)).toEqual({
      kind: 'entity',
      id: 'e',
      change: { fields: [{ role_id: 'Clerk', attribute_id: 'a', may_read: false, may_update: false }] },
    })
  })

  test('comes back to where it was, and then there is nothing to save', () => {
    show(page)
    for (let step = 0; step < 3; step++) fireEvent.click(screen.getByRole('button', { name: /^Salary, Clerk/ }))
    expect(screen.getByRole('button', { name: 'Check and save' })).toHaveProperty('disabled', true)
  })
})
