import * as z from 'zod/mini'
import type { Attribute, Field } from '#attributes/attribute.ts'
import { descriptionSchema, nameSchema } from '#text/name.ts'
import { uriSchema } from '#text/uri.ts'

/** A table of the maker's (specification 3), without its attributes. Its uri is table name, entity type and entity set. */
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
  /** Of a managed one: whether makers may add attributes and views of their own (product ruling 2.4). */
  readonly extendable: boolean
  readonly tsv: boolean
  readonly recordsharing: boolean
  readonly auditable: boolean
  /** Records change only on the version that was read (If-Match). */
  readonly requireetag: boolean
  readonly ownership: Ownership
  readonly icon: string | null
  readonly color: string | null
  /** The relationship whose links its records are; null for the entities of makers. */
  readonly link_of: string | null
  /** The attribute whose value names its records; null where names are typed. */
  readonly naming: string | null
  readonly version: number
  /** The change that last touched it. */
  readonly change_id: string
}

/** An entity with its attributes in their order, as the model holds it. */
export type EntityDefinition = Entity & {
  readonly attributes: readonly Attribute[]
  /** The common record fields and the attributes: everything a record of it has. */
  readonly fields: readonly Field[]
}

export const ownerships = ['user', 'organisation'] as const
export type Ownership = (typeof ownerships)[number]
/** Specification 5 and 9: full-text search on at most 3 entities of an environment. */
export const tsvLimit = 3
/** PostgreSQL holds 1,600 columns a table, those that wait aside for their undo included. */
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

/** What may be said anew about an entity. `uri` is taken only to refuse a different one with its own message. */
export const entityPatchShape = {
  name: z.optional(nameSchema),
  collectionname: z.optional(nameSchema),
  uri: z.optional(z.string()),
  description: z.optional(descriptionSchema),
  ...flagShape,
} as const
const patch = z.strictObject(entityPatchShape)
export type EntityPatch = Readonly<z.output<typeof patch>>

/** The whole entity that a draft describes. Product ruling 2.4: new entities start auditable. */
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
