import { use, useMemo } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Reader } from '#views/dynamic.ts'
import { hasDynamic } from '#views/filter.ts'
import type { Listing, PlainListing } from '#views/listing.ts'

type Resolve = (listing: Listing, entity: EntityDefinition, reader: Reader) => PlainListing

let resolve: Resolve | undefined
let loading: Promise<Resolve> | undefined

/** Fetches what works out dynamic values. */
export function loadResolver(): Promise<Resolve> {
  loading ??= import('#views/resolve.ts').then(({ plainListing }) => (resolve = plainListing))
  loading.catch(() => (loading = undefined))
  return loading
}

/** A listing for its reader. Where it speaks of me or of this week, what works that out is waited for the first time. */
export function usePlainListing(listing: Listing, entity: EntityDefinition, reader: Reader): PlainListing {
  const needed = hasDynamic(listing.filter) ? (resolve ?? use(loadResolver())) : undefined
  return useMemo(
    () => (needed ? needed(listing, entity, reader) : (listing as PlainListing)),
    [needed, listing, entity, reader],
  )
}
