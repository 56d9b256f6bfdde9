import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Listing } from '#views/listing.ts'
import { readListing, writeListing } from '#records/listingAddress.ts'

/** The state of a list page, kept in its address: what is listed, and which record is open beside it. */
export function useListing(entity: EntityDefinition) {
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const searchText = useRouterState({ select: (state) => state.location.searchStr })
  const address = useMemo(() => readAddress(searchText), [searchText])
  const listing = useMemo(() => readListing(address, entity), [address, entity])
  const { record } = address

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
    (next: Partial<Listing>) => go({ ...writeListing({ ...listing, ...next }, entity), record }, true),
    [go, listing, entity, record],
  )
  const openRecord = useCallback(
    (id: string | undefined) =>
      go({ ...writeListing(listing, entity), record: id }, id === undefined || record !== undefined),
    [go, listing, entity, record],
  )
  return { listing, setListing, openId: record, openRecord }
}

type Address = { filter?: string; sort?: string; columns?: string; q?: string; record?: string }

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
