import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import { isChanged, readListing, writeListing, type ListingAddress } from '#records/listingAddress.ts'
import { defaultListing, type ViewListing } from '#views/listing.ts'
import type { View } from '#views/view.ts'
import { listingOf } from '#views/viewListing.ts'

/** Which views a list page can show, and which of them opens by itself. */
export type OfferedViews = { readonly views: readonly View[]; readonly opening: View | undefined }

/** The state of a list page, kept in its address: the view, what is listed otherwise, and which record is open beside it. */
export function useListing(entity: EntityDefinition, { views, opening }: OfferedViews) {
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const searchText = useRouterState({ select: (state) => state.location.searchStr })
  const address = useMemo(() => readAddress(searchText), [searchText])
  const view = views.find(({ id }) => id === address.view) ?? opening
  const saved = useMemo(() => (view ? listingOf(view, entity) : defaultListing(entity)), [view, entity])
  const listing = useMemo(() => readListing(address, entity, saved), [address, entity, saved])
  const { record, view: chosen, edit } = address

  const go = useCallback(
    (next: Record<string, string | undefined>, replace: boolean) => {
      const parts = Object.entries(next).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(asText(value))}`],
      )
      void navigate({ href: parts.length === 0 ? path : `${path}?${parts.join('&')}`, replace })
    },
    [navigate, path],
  )
  const setListing = useCallback(
    (next: Partial<ViewListing>) => {
      go({ view: chosen, ...writeListing({ ...listing, ...next }, saved), record, edit }, true)
    },
    [go, listing, saved, record, chosen, edit],
  )
  const openRecord = useCallback(
    (id: string | undefined) => {
      go({ view: chosen, ...writeListing(listing, saved), record: id }, id === undefined || record !== undefined)
    },
    [go, listing, saved, record, chosen],
  )
  /** Opens a view as it is saved. */
  const openView = useCallback((id: string) => go({ view: id }, false), [go])
  const reset = useCallback(
    () => go({ view: chosen, q: listing.search, record, edit }, true),
    [go, chosen, listing, record, edit],
  )
  /** Opens or closes the editor of the view; only one panel has room beside the records. */
  const setEditing = useCallback(
    (isOpen: boolean) => {
      go({ view: chosen, ...writeListing(listing, saved), edit: isOpen ? 'view' : undefined }, true)
    },
    [go, chosen, listing, saved],
  )
  return {
    view,
    listing,
    /** The page lists otherwise than its view says. */
    isUnsaved: view !== undefined && isChanged(listing, saved),
    setListing,
    openView,
    reset,
    openId: record,
    openRecord,
    isEditing: edit === 'view',
    setEditing,
  }
}

type Address = ListingAddress & { readonly view?: string; readonly record?: string; readonly edit?: string }

function readAddress(text: string): Address {
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, fromText(value)]))
}

// The router reads JSON in addresses: a text that looks like a number is written in quotes, or it would come back as one.
function asText(value: string): string {
  return /^[[{]/.test(value) || !isJson(value) ? value : JSON.stringify(value)
}

function fromText(value: string): string {
  return value.startsWith('"') && isJson(value) ? String(JSON.parse(value)) : value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
