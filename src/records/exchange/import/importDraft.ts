import { columnOf, isLink, type AttributeDraft, type Field } from '#attributes/attribute.ts'
import type { TextFormat } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { GuessedType, TypeOptions } from '#records/exchange/import/columnType.ts'
import type { ColumnGuess, FileGuess } from '#records/exchange/import/guess.ts'
import type { ColumnSettings } from '#records/exchange/import/settings.ts'
import { isFillable } from '#records/exchange/import/target.ts'

/** Where one column of a file goes, while the maker decides: nowhere, into a new attribute, or into a field that exists. */
export type ColumnDraft = {
  /** Position in the file, from 0. */
  readonly column: number
  readonly goes: 'nowhere' | 'new' | 'field'
  /** The uri of the field, for `field`. */
  readonly field: string
  readonly name: string
  readonly uri: string
  readonly description: string | null
  readonly type: GuessedType
  readonly format: TextFormat
  /** How a link finds its record: `any`, `id`, `name` or `key:` and the uri of a unique attribute. */
  readonly link?: string
  readonly missing?: ColumnSettings['missing']
}

/**
 * The first draft for a file: a new attribute for each column, or the fields of an entity that are called like them. Dates
 * that would be days in either order of day and month are taken in the order in which the maker writes dates.
 */
export function draftColumns(
  guess: FileGuess,
  entity: EntityDefinition | null,
  order: TextFormat['dateOrder'],
): ColumnDraft[] {
  const free = new Set(entity ? fillableFields(entity) : [])
  return guess.columns.map((found, index): ColumnDraft => {
    const column = inOrder(found, order)
    const { name, uri, description, type, format } = column
    const plain = { column: index, field: '', name, uri, description, type, format }
    if (!entity) return column.kind === 'name' ? { ...plain, goes: 'field', field: 'name' } : { ...plain, goes: 'new' }
    const into = [...free].find((field) => isCalledLike(field, column))
    if (!into || (isLink(into) && !saysId(into, column) && hasId(into, guess))) return { ...plain, goes: 'nowhere' }
    free.delete(into)
    return { ...plain, goes: 'field', field: into.uri, format: formatFor(into.type, column) }
  })
}

function inOrder(column: ColumnGuess, order: TextFormat['dateOrder']): ColumnGuess {
  if (column.reason.code !== 'dateAmbiguous' || order === 'ymd') return column
  return { ...column, format: { ...column.format, dateOrder: order } }
}

/** The fields of an entity that an import may fill: its attributes, and a record's name and status. */
export function fillableFields(entity: Pick<EntityDefinition, 'fields'>): Field[] {
  return entity.fields.filter(isFillable)
}

/** The draft with another type, and the format in which that type was found. */
export function withType(draft: ColumnDraft, type: GuessedType, guess: ColumnGuess): ColumnDraft {
  return { ...draft, type, format: formatFor(type, guess) }
}

/** Whether a column goes to moments, which a zone may say more of. */
export function hasMoments(drafts: readonly ColumnDraft[], entity: EntityDefinition | null): boolean {
  return drafts.some(({ goes, type, field }) => {
    if (goes === 'field') return entity?.fields.some(({ uri, type: own }) => uri === field && own === 'datetime')
    return goes === 'new' && type === 'datetime'
  })
}

/** What is sent to the server: the columns that go somewhere. */
export function settledColumns(
  drafts: readonly ColumnDraft[],
  guess: FileGuess,
  entity: EntityDefinition | null,
): ColumnSettings[] {
  return drafts.flatMap((draft): ColumnSettings[] => {
    const column = guess.columns[draft.column]
    if (draft.goes === 'nowhere' || !column) return []
    const existing = entity?.attributes.find(({ uri }) => uri === draft.field)
    const known = choiceOf(draft.goes === 'field' ? (existing?.type ?? 'text') : draft.type, column)
    const emptymarks = [...(known?.emptymarks ?? [])]
    const link = draft.goes === 'field' ? linkOf(draft) : plainLink
    const place = { column: draft.column, format: draft.format, emptymarks, ...link }
    if (draft.goes === 'field') return [{ ...place, field: draft.field }]
    return [{ ...place, field: draft.uri, attribute: attributeOf(draft, known?.options ?? {}) }]
  })
}

/** The columns of a draft, and the entity that they go into; null: a new one. */
type DraftPlace = { readonly columns: readonly ColumnDraft[]; readonly entityId: string | null }

/**
 * The control that a problem of a plan belongs to: `entity.name`, `columns.<position>.uri`. Null: it belongs to none.
 * Schema, plan and mapping name the same things by different paths.
 */
export function controlOf(target: string | undefined, { columns, entityId }: DraftPlace): string | null {
  const isNew = entityId === null
  const settled = columns.filter(({ goes }) => goes !== 'nowhere')
  const made = settled.filter(({ goes }) => goes === 'new')
  const [, entityProperty] = /^(?:target\.entity|operations\.0)\.([a-z]+)$/.exec(target ?? '') ?? []
  if (isNew && entityProperty) return `entity.${entityProperty}`
  const [, at, property] = /^target\.columns\.(\d+)(?:\.attribute)?\.(\w+)/.exec(target ?? '') ?? []
  if (at && property) return named(settled[Number(at)], property)
  const pattern = isNew ? /^operations\.0\.attributes\.(\d+)\.(\w+)/ : /^operations\.(\d+)\.(\w+)/
  const [, index, part] = pattern.exec(target ?? '') ?? []
  return index && part ? named(made[Number(index)], part) : null
}

const plainLink = { match: 'any', missing: 'reject' } as const

/** The id of the record itself. */
function isOwnId(field: Field): boolean {
  return 'label' in field && field.uri === 'id'
}

function saysId(field: Field, { header }: ColumnGuess): boolean {
  return [fold(columnOf(field)), `${fold(field.name)}id`].includes(fold(header))
}

function hasId(field: Field, { columns }: FileGuess): boolean {
  return columns.some((column) => saysId(field, column))
}

function linkOf({ link = 'any', missing = 'reject' }: ColumnDraft): Pick<ColumnSettings, 'match' | 'missing' | 'key'> {
  if (link.startsWith('key:')) return { match: 'key', key: link.slice(4), missing }
  return { match: link === 'id' || link === 'name' ? link : 'any', missing }
}

function named(draft: ColumnDraft | undefined, property: string): string | null {
  return draft ? `columns.${draft.column}.${property}` : null
}

function attributeOf({ name, uri, description, type }: ColumnDraft, options: TypeOptions): AttributeDraft {
  const { options: choices, ...rest } = options
  const colourless = choices?.map((choice) => ({ ...choice, color: null, active: true }))
  return { name, uri, description, type, ...rest, ...(colourless ? { options: colourless } : {}) }
}

function formatFor(type: string, column: ColumnGuess): TextFormat {
  return choiceOf(type, column)?.format ?? column.format
}

function choiceOf(type: string, column: ColumnGuess) {
  return column.type === type ? column : column.alternatives.find((each) => each.type === type)
}

/** Of a link's two columns, as exports write them, its id says more than its name. */
function isCalledLike(field: Field, { header, uri }: ColumnGuess): boolean {
  const said = fold(header)
  if (isOwnId(field)) return said === 'id'
  if (isLink(field) && [fold(columnOf(field)), `${fold(field.name)}id`].includes(said)) return true
  return field.uri === uri || fold(field.uri) === said || (!('label' in field) && fold(field.name) === said)
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
