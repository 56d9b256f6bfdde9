import { columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Step } from '#tables/step.ts'

/** The steps that lead the tables through the models of a plan, one operation after the other. */
export function stepsThrough(models: readonly Model[]): Step[] {
  return models.slice(1).flatMap((after, index) => diff(models[index] ?? after, after))
}

/**
 * The steps from the tables of one model to those of another that one operation made. All are instant but for a unique
 * index and a decimal's scale, which read the table once. Plain indexes are no steps: `indexesOf` says which a table
 * must have.
 */
export function diff(before: Model, after: Model): Step[] {
  const gone = [...before.entities.values()].filter(({ id }) => !after.entities.has(id))
  const kept = [...after.entities.values()].flatMap((entity) => {
    const former = before.entities.get(entity.id)
    return former && former !== entity ? entitySteps(former, entity, before, after) : []
  })
  const made = [...after.entities.values()].filter(({ id }) => !before.entities.has(id))
  return [
    ...gone.map(({ uri, id }): Step => ({ kind: 'dropTableAside', table: uri, entityId: id })),
    ...kept,
    ...made.flatMap((entity) => (before.dropped.has(entity.id) ? restored(entity) : created(entity, after))),
  ]
}

function restored({ id, uri }: EntityDefinition): Step[] {
  return [{ kind: 'restoreTable', table: uri, entityId: id }]
}

function created(entity: EntityDefinition, after: Model): Step[] {
  const { id, uri: table, attributes } = entity
  return [
    { kind: 'createTable', table, entityId: id },
    ...attributes.filter(isStored).flatMap((each) => added(table, each, after)),
  ]
}

function entitySteps(former: EntityDefinition, entity: EntityDefinition, before: Model, after: Model): Step[] {
  const table = entity.uri
  const were = new Map(former.attributes.map((attribute) => [attribute.id, attribute]))
  const are = new Set(entity.attributes.map(({ id }) => id))
  const gone = former.attributes.filter((each) => !are.has(each.id) && isStored(each))
  return [
    ...gone.map((each): Step => ({ kind: 'dropColumnAside', table, column: columnOf(each), attributeId: each.id })),
    ...entity.attributes.filter(isStored).flatMap((each): Step[] => {
      const was = were.get(each.id)
      if (was) return was === each ? [] : changed(table, was, each)
      if (!before.dropped.has(each.id)) return added(table, each, after)
      return [{ kind: 'restoreColumn', table, column: columnOf(each), attributeId: each.id }]
    }),
  ]
}

function added(table: string, attribute: Attribute, after: Model): Step[] {
  const column = columnOf(attribute)
  const steps: Step[] = [{ kind: 'addColumn', table, column, type: typeOf(attribute) }]
  if (attribute.unique) steps.push({ kind: 'createUnique', table, column, attributeId: attribute.id })
  const target = attribute.type === 'N:1' ? after.entities.get(attribute.related_entity ?? '') : undefined
  if (target) steps.push({ kind: 'addForeignKey', table, column, attributeId: attribute.id, target: target.uri })
  return steps
}

function changed(table: string, was: Attribute, is: Attribute): Step[] {
  const column = columnOf(is)
  const steps: Step[] = []
  // Other types keep their column when they change into one another: `widensTo` promises it.
  if (typeOf(was) !== typeOf(is))
    steps.push({ kind: 'changeNumeric', table, column, type: typeOf(is), scale: is.scale ?? 2 })
  if (!was.unique && is.unique) steps.push({ kind: 'createUnique', table, column, attributeId: is.id })
  if (was.unique && !is.unique) steps.push({ kind: 'dropUnique', attributeId: is.id })
  return steps
}

function typeOf(attribute: Attribute): string {
  const type = attributeTypes[attribute.type].column(attribute)
  if (type === null) throw new Error(`${attribute.uri} has no column`)
  return type
}
