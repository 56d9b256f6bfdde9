import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { ConfirmRegion } from '#design/web/overlay/ConfirmRegion.tsx'
import { ToastRegion } from '#design/web/feedback/ToastRegion.tsx'
import { entityOf, type EntityDraft } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { RecordForm } from '#records/web/form/RecordForm.tsx'
import type { FormPrefill } from '#records/web/form/useFormState.ts'
import { useDeleteRecord } from '#records/web/useDeleteRecord.ts'
import type { RecordRow } from '#records/wire.ts'

// For the tests of forms: nothing of the app imports this file.

const initial = await loadLocale('en')
/** A record as the service sends it. */
export const sampleRow = {
  id: 'r',
  name: 'One',
  status: 'active',
  version: 1,
  '@odata.etag': 'W/"1"',
} as unknown as RecordRow

type ShownForm = {
  readonly attribute?: Partial<AttributeDraft>
  readonly entity?: Partial<EntityDraft>
  /** Further attributes. */
  readonly beside?: readonly AttributeDraft[]
  readonly record?: RecordRow
  readonly given?: FormPrefill
}
const router = createRouter({ routeTree: createRootRoute() })

/** The form of an entity with an attribute of the maker's. */
export function showForm({ attribute = {}, entity = {}, beside = [], record, given }: ShownForm) {
  const draft = { name: 'Client code', uri: 'code', type: 'text', ...attribute } as AttributeDraft
  const made = attributeOf(draft, { id: 'a', entity_id: 'e', change_id: 'c', position: 0 })
  const whole = entityOf(
    { name: 'Order', collectionname: 'Orders', uri: 'orders', ...entity },
    { id: 'e', change_id: 'c' },
  )
  const others = beside.map((each, at) =>
    attributeOf(each, { id: `b${at}`, entity_id: 'e', change_id: 'c', position: at + 1 }),
  )
  const table = { envid: 'env', entity: withAttributes(whole, [made, ...others]) }
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>
          <FormPage table={table} record={record} {...(given ? { given } : {})} />
          <ConfirmRegion />
          <ToastRegion />
        </RouterContextProvider>
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

function FormPage({ table, record, given }: Pick<Parameters<typeof RecordForm>[0], 'table' | 'record' | 'given'>) {
  const remove = useDeleteRecord(table, () => undefined)
  return (
    <RecordForm
      {...{ table, record }}
      {...(given ? { given } : {})}
      findLinked={() => Promise.resolve([])}
      onSaved={() => undefined}
      onCancel={() => undefined}
      onDelete={() => void (record && remove(record))}
    />
  )
}
