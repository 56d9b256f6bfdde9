import { columnOf, isLink, optionLabelOf, type Field } from '#attributes/attribute.ts'
import { offeredOptions } from '#attributes/offeredOption.ts'
import type { WireValue } from '#attributes/type.ts'
import type { TextKey } from '#language/translate.ts'
import { filterFields, filterText, type Condition, type PlainFilter } from '#views/filter.ts'
import { listingOption, searchText, type ListedEntity, type PlainListing } from '#views/listing.ts'
import { mostLanes } from '#views/view.ts'
import { fieldValue, type RecordRow } from '#records/wire.ts'

/** Value of a board lane; null for records without a value. */
export type LaneValue = string | boolean | null

export type Lane = {
  readonly value: LaneValue
  readonly label: string
  /** The maker's colour and icon of the choice. */
  readonly color: string | null
  readonly icon?: string | null | undefined
  readonly count: number
  /** Whether records may be moved into the lane; false for deleted and inactive choices. */
  readonly isOpen: boolean
}

/** Number of records with a value of the board's field, with the name where the value is a person. */
export type LaneCount = { readonly value: LaneValue; readonly name: string | null; readonly count: number }

/** A person to whom records can be assigned. */
export type LanePerson = { readonly id: string; readonly label: string }

type Look = Pick<Lane, 'color' | 'icon'>
const plain: Look = { color: null }

type Words = { readonly t: (key: TextKey) => string; readonly none: string; readonly yes: string; readonly no: string }

/** A text key that is unique per lane. */
export function laneKey(value: LaneValue): string {
  return value === null ? 'none' : `${typeof value}-${value}`
}

/** The lane value of a record. */
export function laneOf(row: RecordRow, field: Field): LaneValue {
  return laneValue(fieldValue(row, field))
}

/** The query that counts the records of all lanes in one statement. */
export function laneQuery(field: Field, entity: ListedEntity, listing: PlainListing): string {
  const column = columnOf(field)
  const filter = filterText(listing.filter, filterFields(entity.fields))
  const search = searchText(listing.search, entity)
  const by = isLink(field) ? `${column},${field.uri}/name` : column
  const steps = [
    ...(filter ? [`filter(${filter})`] : []),
    ...(search ? [`search(${search})`] : []),
    `groupby((${by}),aggregate($count as size))`,
  ]
  return `${listingOption('apply', steps.join('/'))}&${listingOption('orderby', 'size desc')}&$top=${mostLanes}`
}

/** Reads one row of the answer to `laneQuery`. */
export function readLaneCount(row: RecordRow, field: Field): LaneCount {
  // Aggregated rows carry only the name of a person.
  const person: unknown = isLink(field) ? row[field.uri] : null
  const named = person !== null && typeof person === 'object' && 'name' in person ? person.name : null
  return { value: laneOf(row, field), name: typeof named === 'string' ? named : null, count: Number(row['size']) }
}

/**
 * The lanes of a board in display order: the lanes that the view names, otherwise the lane without a value followed by
 * all active choices. Empty closed lanes are omitted. Lanes with records are never omitted, unless the view names other
 * lanes.
 */
export function lanesOf(
  field: Field,
  chosen: readonly string[],
  counts: readonly LaneCount[],
  people: readonly LanePerson[],
  words: Words,
): readonly Lane[] {
  const known = new Map(counts.map((each) => [laneKey(each.value), each]))
  const lane = (value: LaneValue, label: string, isOpen: boolean, look: Look = plain): Lane => ({
    value,
    label,
    ...look,
    isOpen,
    count: known.get(laneKey(value))?.count ?? 0,
  })
  const none = lane(null, words.none, !field.required)
  const valued = isLink(field) ? ofPeople() : field.type === 'boolean' ? ofAnswers() : ofChoices()
  return [...(none.isOpen || none.count > 0 ? [none] : []), ...valued].slice(0, mostLanes)

  function ofPeople(): readonly Lane[] {
    const names = new Map(people.map(({ id, label }) => [id, label]))
    for (const { value, name } of counts)
      if (typeof value === 'string' && !names.has(value)) names.set(value, name ?? `${value.slice(0, 8)}…`)
    const ids = chosen.length > 0 ? chosen : [...names.keys()]
    return ids.map((id) => lane(id, names.get(id) ?? `${id.slice(0, 8)}…`, names.has(id)))
  }

  function ofAnswers(): readonly Lane[] {
    return [lane(false, words.no, true), lane(true, words.yes, true)]
  }

  function ofChoices(): readonly Lane[] {
    const all = field.options.map(({ value, color, icon, active }) =>
      lane(value, optionLabelOf(field, value, words.t), active, { color, icon }),
    )
    if (chosen.length > 0) return chosen.flatMap((value) => all.find((each) => each.value === value) ?? [])
    const isKnown = (value: LaneValue) => value === null || all.some((each) => each.value === value)
    // Values of deleted choices.
    const gone = counts.filter(({ value }) => !isKnown(value)).map(({ value }) => lane(value, String(value), false))
    return [...all.filter(({ isOpen, count }) => isOpen || count > 0), ...gone]
  }
}

/**
 * Why a record cannot be moved into a lane: the lane is closed, or the value of the parent choice does not allow the
 * move.
 */
export type Hindrance =
  | { readonly kind: 'closed' }
  | { readonly kind: 'parent'; readonly field: Field; readonly value: WireValue }

/** The obstacle to moving a record into a lane; undefined where the move is allowed. */
export function hindrance(
  row: RecordRow,
  lane: Pick<Lane, 'value' | 'isOpen'>,
  field: Field,
  fields: readonly Field[],
): Hindrance | undefined {
  if (!lane.isOpen) return { kind: 'closed' }
  const parent = parentOf(field, fields)
  if (!parent || typeof lane.value !== 'string') return undefined
  const value = fieldValue(row, parent)
  const isOffered = offeredOptions(field, [], value).some((each) => each.value === lane.value)
  return isOffered ? undefined : { kind: 'parent', field: parent, value }
}

/** The parent select whose value limits the lanes of a record. */
export function parentOf({ parent_attribute }: Field, fields: readonly Field[]): Field | undefined {
  return parent_attribute === null ? undefined : fields.find(({ id }) => id === parent_attribute)
}

/** The records of one lane, in the order of the list. */
export function laneListing(listing: PlainListing, field: Field, value: LaneValue): PlainListing {
  const column = columnOf(field)
  const condition: Condition<WireValue> =
    value === null
      ? { kind: 'condition', column, operator: 'isnull', values: [] }
      : { kind: 'condition', column, operator: 'eq', values: [value] }
  return { ...listing, group: null, filter: narrowedToLane(listing.filter, condition) }
}

/** A filter with one additional condition. */
export function narrowedToLane(filter: PlainFilter, more: PlainFilter['of'][number]): PlainFilter {
  return { kind: 'and', of: filter.of.length === 0 ? [more] : [filter, more] }
}

/** An empty text counts as no value. */
function laneValue(value: WireValue): LaneValue {
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '') ? value : null
}
