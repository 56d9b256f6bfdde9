import type { Operation } from '#changes/operation.ts'
import { isStored, type Field } from '#attributes/attribute.ts'
import { planChange } from '#changes/plan.ts'
import { fault, refuseIf, type Problem } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { entityOperations } from '#entities/operations.ts'
import type { ImportTarget } from '#records/exchange/import/settings.ts'

/** The entity as it will be when the import runs, and the operations that make it so (none when it is already). */
export type PlannedTarget = {
  readonly entity: EntityDefinition
  readonly operations: readonly Operation[]
  readonly creates: boolean
  readonly model: Model
}

/** What does not change between the attempts of one import: ids that it will give. */
export type PlannedIds = { readonly entity: string; readonly newId: () => string }

/**
 * Plans where an import goes, without touching anything. Refuses, each problem at its place: an unknown or closed entity, a
 * draft that does not hold, a field that does not exist or is named twice.
 */
export function planTarget(model: Model, target: ImportTarget, ids: PlannedIds): PlannedTarget {
  const drafts = target.columns.flatMap(({ attribute }) => (attribute ? [attribute] : []))
  const creates = typeof target.entity !== 'string'
  const existing = typeof target.entity === 'string' ? model.entities.get(target.entity) : undefined
  if (!creates && !existing) throw fault('definition.unknown', {}, 'target.entity')
  if (existing && (existing.managed || !existing.editable)) throw fault('managed.create')
  const operations: Operation[] =
    typeof target.entity === 'string'
      ? drafts.map((draft) => ({ kind: 'attribute.create', entity_id: existing?.id ?? '', ...draft }))
      : [Object.assign({ kind: 'entity.create', id: ids.entity, attributes: drafts }, target.entity)]
  const planning = { kinds: entityOperations, author: 'maker', changeId: ids.entity, newId: ids.newId } as const
  const plan = planChange(model, operations, planning)
  refuseIf(plan.problems)
  const entity = plan.after.entities.get(existing?.id ?? ids.entity)
  if (!entity) throw fault('server.internal')
  refuseIf(mappingProblems(entity, target))
  return { entity, operations: plan.operations, creates, model: plan.after }
}

/** The common record fields that an import may fill; all others are the system's. */
const fillable: ReadonlySet<string> = new Set(['id', 'name', 'status'])

/** Whether an import may fill a field: what the system does not fill itself, and what has a column. */
export function isFillable(field: Field): boolean {
  return 'label' in field ? fillable.has(field.uri) && !(field.uri === 'name' && field.readonly) : isStored(field)
}

/** Whether every new record must be given a value of an attribute. */
export function isDemanded(field: EntityDefinition['attributes'][number]): boolean {
  const isFilled = field.type === 'autonumber' || field.default !== null || field.default_expression !== null
  return isStored(field) && field.required && !isFilled
}

/** What is wrong with where the columns of a file go in an entity. */
export function mappingProblems(
  entity: Pick<EntityDefinition, 'fields' | 'attributes'>,
  { columns, keys }: Pick<ImportTarget, 'columns' | 'keys'>,
): Problem[] {
  const seen = new Set<string>()
  const problems: Problem[] = []
  for (const [index, { field, column }] of columns.entries()) {
    const target = `target.columns.${index}.field`
    const known = entity.fields.find(({ uri }) => uri === field)
    if (!known || !isFillable(known)) {
      problems.push({ code: 'validation.unknown', target, parameters: { name: field } })
    } else if (seen.has(field) || seen.has(String(column))) problems.push({ code: 'validation.taken', target })
    seen.add(field).add(String(column))
  }
  for (const [index, key] of keys.entries()) {
    if (!seen.has(key))
      problems.push({ code: 'import.keyUnmapped', target: `target.keys.${index}`, parameters: { name: key } })
  }
  for (const field of entity.attributes) {
    // Rows that change records need not name everything; one that is new is looked at when it comes.
    if (keys.length === 0 && isDemanded(field) && !seen.has(field.uri))
      problems.push({ code: 'validation.required', target: `target.${field.uri}` })
  }
  return problems
}
