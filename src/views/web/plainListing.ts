import { use, useMemo } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Reader } from '#views/dynamic.ts'
import { hasDynamic } from '#views/filter.ts'
import type { ViewListing, PlainListing } from '#views/listing.ts'

type Resolve = (listing: ViewListing, entity: EntityDefinition, reader: Reader) => PlainListing

let loading: Promise<Resolve> | undefined

/** Fetches what works out dynamic values. */
export function loadResolver(): Promise<Resolve> {
  if (loading) return loading
  const asked = import('#views/resolve.ts').then(({ plainListing }) => {
    // React takes what is there already without waiting for it (react.dev, use).
    void Object.assign(asked, { status: 'fulfilled', value: plainListing })
    return plainListing
  })
  asked.catch(() => (loading = undefined))
  loading = asked
  return asked
}

/** A listing for its reader. Where it speaks of me or of this week, what works that out is waited for the first time. */
export function usePlainListing(listing: ViewListing, entity: EntityDefinition, reader: Reader): PlainListing {
  const needed = hasDynamic(listing.filter) ? use(loadResolver()) : undefined
  return useMemo(
    () => (needed ? needed(listing, entity, reader) : (listing as PlainListing)),
    [needed, listing, entity, reader],
  )
}
