import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import { slot, type PlanSlot } from '#odata/write/plan.ts'
import { assign, type Assignment } from '#odata/write/row.ts'
import { qualified } from '#platform/sql.ts'
import { valueSlot, type Write } from '#records/server/write.ts'

const [at, byId] = [slot('at'), slot('byId')]

/** System columns of a new record. */
export function createStamps(write: Write): Assignment[] {
  return [
    ...stamps(write, { created_on: at, created_by_id: byId, updated_on: at, updated_by_id: byId }),
    ...versionOf(write, '1'),
    ...unitOf(write),
  ]
}

/** System columns of a changed record. */
export function updateStamps(write: Write, columns: readonly string[]): Assignment[] {
  return [
    ...versionOf(write, 'b."version" + 1'),
    ...stamps(write, { updated_on: at, updated_by_id: byId }),
    ...(columns.includes('owner_id') ? unitOf(write) : []),
  ]
}

function versionOf({ set }: Write, text: string): Assignment[] {
  const property = set.properties.get('version')
  return property ? [{ property, value: raw(text) }] : []
}

/** Assignments of system columns, limited to the properties of the set. */
export function stamps({ set }: Write, values: Record<string, PlanSlot>): Assignment[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const property = set.properties.get(name)
    return property ? [assign(property, value)] : []
  })
}

/** Product ruling 2.2: the owning business unit is the unit of the owner at assignment. */
export function unitOf({ set, schema }: Write): Assignment[] {
  const property = set.properties.get('owning_unit_id')
  const unit = joinFragments([
    raw(`(select p.unit_id from ${qualified(schema, '_principal')} p where p.id = `),
    sql`${slot(valueSlot('owner_id'))}::uuid)`,
  ])
  return property ? [{ property, value: unit }] : []
}
