import * as z from 'zod/mini'
import type { Attribute } from '#attributes/attribute.ts'
import { nameSchema } from '#text/name.ts'

/**
 * A relationship between the records of two entities (product ruling 2.5), described from the side of its attribute:
 * `from` N:1 `to` through a lookup of `from`, or N:N through a link entity. 1:N is the same N:1 seen from `to`.
 */
export type Relationship = {
  readonly id: string
  readonly name: string
  readonly from_entity: string
  readonly to_entity: string
  readonly cardinality: 'N:1' | 'N:N'
  /** Effect on the records of `from` when their record of `to` is deleted. */
  readonly on_delete: OnDelete
  readonly on_assign: CarriedOn
  readonly on_share: CarriedOn
  /** The attribute of `from` that defines the relationship; the inverse attribute of `to` is optional. */
  readonly attribute_id: string
  /** The link entity of an N:N. */
  readonly link_entity: string | null
  readonly managed: boolean
  readonly version: number
  /** The last change of the relationship. */
  readonly change_id: string
}

export const onDeletes = ['restrict', 'clear', 'cascade'] as const
export type OnDelete = (typeof onDeletes)[number]
export const carriedOns = ['none', 'cascade'] as const
export type CarriedOn = (typeof carriedOns)[number]
export const cardinalities = ['1:N', 'N:1', 'N:N'] as const

/** Uris of a link's lookups: to the record of `from`, and to the record of `to`. */
export const linkUris = { from: 'source', to: 'target' } as const

/** Settings of a relationship beside its ends. */
export const relationshipShape = {
  name: z.optional(nameSchema),
  on_delete: z.optional(z.enum(onDeletes, 'validation.option')),
  on_assign: z.optional(z.enum(carriedOns, 'validation.option')),
  on_share: z.optional(z.enum(carriedOns, 'validation.option')),
} as const
const patch = z.strictObject(relationshipShape)
export type RelationshipPatch = Readonly<z.output<typeof patch>>

/** The default relationship of a new attribute. */
export function relationshipOf(
  attribute: Pick<Attribute, 'id' | 'name' | 'entity_id' | 'related_entity' | 'required' | 'managed'>,
  place: { readonly id: string; readonly link: string | null; readonly change_id: string },
  said: RelationshipPatch = {},
): Relationship {
  return {
    id: place.id,
    name: said.name ?? attribute.name,
    from_entity: attribute.entity_id,
    to_entity: attribute.related_entity ?? '',
    cardinality: place.link === null ? 'N:1' : 'N:N',
    on_delete: said.on_delete ?? (attribute.required && place.link === null ? 'restrict' : 'clear'),
    on_assign: said.on_assign ?? 'none',
    on_share: said.on_share ?? 'none',
    attribute_id: attribute.id,
    link_entity: place.link,
    managed: attribute.managed,
    version: 1,
    change_id: place.change_id,
  }
}
