import type { LiteralSlot } from '#odata/bind/bound.ts'
import type { Property } from '#odata/model.ts'

/** What a full-text search looks for: words and phrases, joined as they were asked for. */
export type SoughtWords =
  | { readonly kind: 'and'; readonly of: readonly SoughtWords[]; readonly digits?: SoughtDigits }
  | { readonly kind: 'or'; readonly of: readonly SoughtWords[] }
  | { readonly kind: 'not'; readonly of: SoughtWords }
  | { readonly kind: 'word'; readonly slot: LiteralSlot; readonly digits?: SoughtDigits }

/** What was typed may be digits of a telephone number as well, which stand in these properties. */
export type SoughtDigits = { readonly slot: LiteralSlot; readonly among: readonly Property[] }
