import { columnOf, isReadable, isStored, type Field } from '#attributes/attribute.ts'
import { validateRecord, type RecordShape, type RecordValues } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import type { Problem } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { memoize } from '#platform/memoize.ts'

/** A record as events, audit rows and the trash hold it, by column; numbers are texts, so that no digit is lost. */
export type RecordSnapshot = Readonly<Record<string, WireValue>>

/**
 * What a kept record is by the definitions of now. `hashes` are what was kept of secrets, which no rule for secrets fits;
 * `lost` are columns with values whose attributes are no more.
 */
export type Revived = {
  readonly values: RecordValues
  readonly hashes: RecordValues
  readonly problems: readonly Problem[]
  readonly lost: readonly string[]
}

/** The columns that people fill in, and that a restore sets: not those that the system keeps itself. */
export function ownColumns(entity: EntityDefinition): readonly string[] {
  return entity.fields.filter(isOwn).map(columnOf)
}

/** Fields whose values may be shown to who reads the record. What is secret is neither in events nor shown. */
export function tellableFields(entity: EntityDefinition): readonly Field[] {
  return entity.fields.filter(isReadable)
}

/**
 * The values of a kept record, checked as those of a new one: what was added since gets its default, what is required now
 * and lacks a value is a problem. `given` stands above what was kept.
 */
export function revive(entity: EntityDefinition, kept: RecordSnapshot, given: RecordSnapshot = {}): Revived {
  const secrets = entity.fields.filter((field) => isStored(field) && !isReadable(field))
  const input: Record<string, WireValue> = {}
  for (const column of ownColumns(entity)) {
    const value = column in given ? given[column] : kept[column]
    if (value !== undefined) input[column] = value
  }
  const hashes: RecordValues = {}
  const problems: Problem[] = []
  for (const field of secrets) {
    const [column, hash] = [columnOf(field), kept[columnOf(field)]]
    delete input[column]
    if (typeof hash === 'string') hashes[column] = hash
    else if (field.required) problems.push({ code: 'validation.required', target: column })
  }
  const known = new Set(entity.fields.map(columnOf))
  const lost = Object.keys(kept).filter((column) => !known.has(column) && kept[column] !== null)
  const check = validateRecord(openShape(entity), input, 'create')
  if ('problems' in check) problems.push(...check.problems)
  return { values: 'values' in check ? check.values : {}, hashes, problems, lost }
}

/** The entity without its secrets. */
const openShape = memoize((entity: EntityDefinition): RecordShape => {
  const fields = entity.fields.filter((field) => isReadable(field) || !isStored(field))
  return { ...entity, fields }
})

/** The own columns in which two states of a record differ, as far as both tell them. */
export function differing(entity: EntityDefinition, before: RecordSnapshot, after: RecordSnapshot): readonly string[] {
  return ownColumns(entity).filter(
    (column) => column in before && column in after && !isSameWireValue(before[column], after[column]),
  )
}

/** Whether two kept values are the same. */
export function isSameWireValue(one: WireValue | undefined, other: WireValue | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

function isOwn(field: Field): boolean {
  return isStored(field) && !('label' in field && field.readonly)
}
