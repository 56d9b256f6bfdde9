import { Fault, fault, faultOf } from '#faults/fault.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { Collection } from '#odata/model.ts'
import { isReference, type LookupPlan, type RelatedPlan, type RowPlan } from '#odata/protocol/deep.ts'
import { joinPair, separate } from '#odata/protocol/manyToMany.ts'
import { inPlace } from '#odata/protocol/errorTarget.ts'
import { keyOfReference } from '#odata/protocol/reference.ts'
import { replacementOf } from '#odata/protocol/replace.ts'
import { keysOfRelated, readProperty } from '#odata/protocol/related.ts'
import type { Expected, Once, ODataStore, BodyValues, Written } from '#odata/protocol/store.ts'
import { headerVersions } from '#odata/serialize/etag.ts'

/** Context of writing a nested body: the store, and whether omitted values return to their defaults (PUT). */
export type DeepWriting = { readonly store: ODataStore; readonly wire: WireForm; readonly whole: boolean }

/** Additional values of a nested row, such as the lookup to the outer row. */
type Given = BodyValues

/** Creates the row of a plan: first the targets of its lookups, then the row, then the rows that point to the row. */
export async function insertTree(
  writing: DeepWriting,
  plan: RowPlan,
  how: { readonly key?: string | undefined; readonly once?: Once | undefined; readonly given?: Given } = {},
): Promise<Written> {
  const { store, wire } = writing
  const values = { ...plan.values, ...(await lookupValues(writing, plan, undefined)), ...how.given }
  const { key, once } = how
  const written = await inPlace(plan, () => store.create(plan.set.name, values, { wire, key, once }))
  for (const related of plan.related) {
    for (const row of related.rows) await placeIn(writing, related, { row, from: written.id }, addressOf)
  }
  return written
}

/**
 * Changes a row and the related rows of its plan. The row is locked before the rows that point to it, so concurrent
 * changes of the same row run one after the other.
 */
export async function updateTree(
  writing: DeepWriting,
  plan: RowPlan,
  { key, expected, given }: { readonly key: string; readonly expected: Expected; readonly given?: Given },
): Promise<Written> {
  const { store, wire } = writing
  const lookups = await lookupValues(writing, plan, key)
  const own = writing.whole ? replacementOf(plan.set, plan.values) : withoutKey(plan, key)
  const values = { ...own, ...lookups, ...given }
  const written = await inPlace(plan, () => store.update(plan.set.name, key, values, { wire, expected }))
  for (const related of plan.related) await updateRelated(writing, plan, related, written.id)
  return written
}

/** The keys of all lookup targets of a plan, by the properties that store them. */
async function lookupValues(writing: DeepWriting, plan: RowPlan, key: string | undefined): Promise<BodyValues> {
  const values: Record<string, unknown> = {}
  for (const lookup of plan.lookups) values[lookup.navigation.via] = await keyOfLookup(writing, plan, lookup, key)
  return values
}

async function keyOfLookup(
  writing: DeepWriting,
  plan: RowPlan,
  { navigation, to }: LookupPlan,
  key: string | undefined,
): Promise<string | null> {
  if (to === null) return null
  const named = await (key === undefined ? addressOf : keyNamed)(writing, to)
  if (named !== undefined) {
    return isReference(to) ? named : (await upsertNested(writing, to, named, {})).id
  }
  // Without a key or address, the plan means the current target of the lookup (part 1, 11.4.3.1).
  const current = key === undefined ? undefined : await readProperty(writing.store, plan.set, key, navigation.via)
  if (typeof current !== 'string') return (await insertTree(writing, to)).id
  return (await updateTree(writing, to, { key: current, expected: expectedOf(to) })).id
}

async function updateRelated(writing: DeepWriting, plan: RowPlan, related: RelatedPlan, key: string): Promise<void> {
  const { collection, kind, rows, gone } = related
  const before = kind === 'all' ? await keysOfRelated(writing.store, plan.set, key, collection) : []
  const left = new Set(before)
  for (const row of rows) left.delete(await placeIn(writing, related, { row, from: key }, keyNamed))
  for (const each of left) await release(writing, related, { key: each, from: key, deleted: false, expected: '*' })
  for (const { row, deleted } of gone) await releaseNamed(writing, related, { row, deleted, from: key })
}

type Named = { readonly row: RowPlan; readonly deleted: boolean; readonly from: string }

async function releaseNamed(writing: DeepWriting, related: RelatedPlan, { row, deleted, from }: Named): Promise<void> {
  const key = await keyNamed(writing, row)
  if (key === undefined) throw fault('validation.required', {}, `${row.at}.@id`)
  const expected = expectedOf(row)
  try {
    const wasThere = await inPlace(row, () => release(writing, related, { key, from, deleted, expected }))
    if (!wasThere) throw nothingThere(row)
  } catch (error) {
    throw isUnknown(error, row) ? nothingThere(row) : error
  }
}

/** Puts a row into the collection of the row `from`, by its lookup or by a link. Returns the row's key. */
async function placeIn(
  writing: DeepWriting,
  { collection }: RelatedPlan,
  { row, from }: { readonly row: RowPlan; readonly from: string },
  named: typeof keyNamed,
): Promise<string> {
  const { through } = collection
  if (!through) return place(writing, row, linkTo(collection, from), named)
  const key = await place(writing, row, {}, named)
  await inPlace(row, () => joinPair(writing.store, through, { own: from, theirs: key }))
  return key
}

/** Puts a row into a collection: existing rows are changed, others created. Returns the row's key. */
async function place(writing: DeepWriting, row: RowPlan, given: Given, named: typeof keyNamed): Promise<string> {
  const key = await named(writing, row)
  const placed = key === undefined ? insertTree(writing, row, { given }) : upsertNested(writing, row, key, given)
  return (await placed).id
}

/** Changes the existing row that a nested plan names. A missing row named only by its key is created under this key. */
async function upsertNested(writing: DeepWriting, row: RowPlan, key: string, given: Given): Promise<Written> {
  const expected = expectedOf(row)
  // A bare reference changes nothing; a PUT of the outer row does not reset the referenced row.
  const how = isReference(row) ? { ...writing, whole: false } : writing
  try {
    return await updateTree(how, row, { key, expected, given })
  } catch (error) {
    if (!isUnknown(error, row)) throw error
    if (row.id !== undefined || expected !== null) throw nothingThere(row)
    return insertTree(writing, { ...row, values: withoutKey(row, key) }, { key, given })
  }
}

// Refusals of deeper rows have another position.
function isUnknown(error: unknown, { at }: RowPlan): boolean {
  return error instanceof Fault && error.code === 'record.unknown' && error.target === at
}

function nothingThere({ at }: RowPlan): Fault {
  return faultOf([{ code: 'validation.lookup', target: at }])
}

type Release = {
  readonly key: string
  /** Key of the row whose collection the row leaves. */
  readonly from: string
  readonly deleted: boolean
  readonly expected: Expected
}

/**
 * Removes a row from a collection. Where the lookup is required, the row is deleted. Returns whether the row was in the
 * collection: others may have moved it meanwhile.
 */
async function release({ store, wire }: DeepWriting, related: RelatedPlan, release: Release): Promise<boolean> {
  const { collection, via } = related
  const { key, from, deleted, expected } = release
  const { through } = collection
  if (through) {
    const wasThere = await separate(store, through, { own: from, theirs: key })
    if (wasThere && deleted) await store.remove(collection.target, key, expected)
    return wasThere
  }
  // An empty update locks the row.
  const { value } = await store.update(collection.target, key, {}, { wire, expected })
  if (String((JSON.parse(value) as BodyValues)[via.name]) !== from) return false
  if (deleted || via.required || !via.nullable) await store.remove(collection.target, key, '*')
  else await store.update(collection.target, key, { [via.name]: null }, { wire, expected: '*' })
  return true
}

/** The key of the row addressed by a nested plan's `@id`. */
async function addressOf({ store }: DeepWriting, { id, set, at }: RowPlan): Promise<string | undefined> {
  return id === undefined ? undefined : keyOfReference(store, id, set, at)
}

/** The key of the existing row that a plan names, by `@id` or by the key among its values. */
async function keyNamed(writing: DeepWriting, row: RowPlan): Promise<string | undefined> {
  const key = row.values[row.set.key]
  return (await addressOf(writing, row)) ?? (typeof key === 'string' ? key : undefined)
}

function expectedOf({ etag, at }: RowPlan): Expected {
  if (etag === undefined) return null
  const versions = typeof etag === 'string' ? headerVersions(etag) : undefined
  if (versions === undefined) throw fault('request.malformed', {}, `${at}.@etag`)
  return versions
}

/** The values without the key, which is passed separately; a different key is left for validation to refuse. */
function withoutKey({ set, values }: RowPlan, key: string): BodyValues {
  if (values[set.key] !== key) return values
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== set.key))
}

function linkTo(collection: Collection, key: string): Given {
  return { [collection.via]: key }
}
