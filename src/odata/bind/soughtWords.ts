import type { LiteralSlot } from '#odata/bind/bound.ts'
import type { Property } from '#odata/model.ts'

/** Terms of a full-text search: words and phrases with their operators. */
export type SoughtWords =
  | { readonly kind: 'and'; readonly of: readonly SoughtWords[]; readonly digits?: SoughtDigits }
  | { readonly kind: 'or'; readonly of: readonly SoughtWords[] }
  | { readonly kind: 'not'; readonly of: SoughtWords }
  | { readonly kind: 'word'; readonly slot: LiteralSlot; readonly digits?: SoughtDigits }

/** Digits that may be part of a telephone number in one of these properties. */
export type SoughtDigits = { readonly slot: LiteralSlot; readonly among: readonly Property[] }
