import * as z from 'zod/mini'
import type { Attribute, Field } from '#attributes/attribute.ts'
import { descriptionSchema, nameSchema } from '#text/name.ts'
import { uriSchema } from '#text/uri.ts'

/** A maker's table (specification 3), without its attributes. The uri is table name, entity type and entity set. */
export type Entity = {
  readonly id: string
  readonly uri: string
  readonly name: string
  readonly collectionname: string
  readonly description: string | null
  readonly editable: boolean
  readonly searchable: boolean
  readonly queryable: boolean
  readonly managed: boolean
  /** For managed entities: whether makers may add attributes and views (product ruling 2.4). */
  readonly extendable: boolean
  readonly tsv: boolean
  readonly recordsharing: boolean
  readonly auditable: boolean
  /** Changes of records require the version that was read (If-Match). */
  readonly requireetag: boolean
  readonly ownership: Ownership
  readonly icon: string | null
  readonly color: string | null
  /** The relationship whose links are the entity's records; null for makers' entities. */
  readonly link_of: string | null
  /** The attribute whose value names the records; null where people type the names. */
  readonly naming: string | null
  readonly version: number
  /** The last change of the entity. */
  readonly change_id: string
}

/** An entity with its sorted attributes, as in the model. */
export type EntityDefinition = Entity & {
  readonly attributes: readonly Attribute[]
  /** The common record fields and the attributes. */
  readonly fields: readonly Field[]
}

export const ownerships = ['user', 'organisation'] as const
export type Ownership = (typeof ownerships)[number]
/** Specification 5 and 9: full-text search on at most 3 entities of an environment. */
export const tsvLimit = 3
/** PostgreSQL allows 1,600 columns per table, including columns kept for an undo. */
export const attributeLimit = 500

const flagShape = {
  editable: z.optional(z.boolean()),
  searchable: z.optional(z.boolean()),
  queryable: z.optional(z.boolean()),
  tsv: z.optional(z.boolean()),
  recordsharing: z.optional(z.boolean()),
  auditable: z.optional(z.boolean()),
  requireetag: z.optional(z.boolean()),
  ownership: z.optional(z.enum(ownerships)),
  icon: z.optional(z.nullable(z.string().check(z.maxLength(64, 'validation.tooLong')))),
  naming: z.optional(z.nullable(z.string().check(z.maxLength(64, 'validation.tooLong')))),
  color: z.optional(z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'validation.color')))),
} as const

/** A new entity as forms, API, imports and proposals send it. */
export const entityDraftShape = {
  name: nameSchema,
  collectionname: nameSchema,
  uri: uriSchema,
  description: z.optional(descriptionSchema),
  managed: z.optional(z.boolean()),
  extendable: z.optional(z.boolean()),
  ...flagShape,
} as const
const draft = z.strictObject(entityDraftShape)
export type EntityDraft = Readonly<z.output<typeof draft>>

/** The changeable properties of an entity. `uri` is accepted only to refuse a different one with its own message. */
export const entityPatchShape = {
  name: z.optional(nameSchema),
  collectionname: z.optional(nameSchema),
  uri: z.optional(z.string()),
  description: z.optional(descriptionSchema),
  ...flagShape,
} as const
const patch = z.strictObject(entityPatchShape)
export type EntityPatch = Readonly<z.output<typeof patch>>

/** The complete entity of a draft. Product ruling 2.4: new entities start auditable. */
export function entityOf(
  draft: EntityDraft & { readonly link_of?: string | null },
  place: { readonly id: string; readonly change_id: string },
): Entity {
  return {
    id: place.id,
    uri: draft.uri,
    name: draft.name,
    collectionname: draft.collectionname,
    description: draft.description ?? null,
    editable: draft.editable ?? true,
    searchable: draft.searchable ?? true,
    queryable: draft.queryable ?? true,
    managed: draft.managed ?? false,
    extendable: draft.extendable ?? true,
    tsv: draft.tsv ?? false,
    recordsharing: draft.recordsharing ?? true,
    auditable: draft.auditable ?? true,
    requireetag: draft.requireetag ?? false,
    ownership: draft.ownership ?? 'user',
    icon: draft.icon ?? null,
    color: draft.color ?? null,
    link_of: draft.link_of ?? null,
    naming: draft.naming ?? null,
    version: 1,
    change_id: place.change_id,
  }
}
