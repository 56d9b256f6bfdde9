import { columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { memoize } from '#platform/memoize.ts'
import type { DdlStep } from '#tables/step.ts'

/** The steps that lead the tables through the models of a plan, one operation after the other; found once for a plan. */
export const stepsThrough = memoize((models: readonly Model[]): readonly DdlStep[] =>
  models.slice(1).flatMap((after, at) => diff(models[at] ?? after, after)),
)

/**
 * The steps from the tables of one model to those of another that one operation made. All are instant but for a unique
 * index, which reads the table once, and for new values of a column, which write it. Plain indexes are no steps: `indexesOf` says which a table
 * must have.
 */
export function diff(before: Model, after: Model): DdlStep[] {
  const gone = [...before.entities.values()].filter(({ id }) => !after.entities.has(id))
  const kept = [...after.entities.values()].flatMap((entity) => {
    const former = before.entities.get(entity.id)
    return former && former !== entity ? entitySteps(former, entity, before, after) : []
  })
  const made = [...after.entities.values()].filter(({ id }) => !before.entities.has(id))
  return [
    ...gone.flatMap((entity): DdlStep[] => [
      ...keysOff(entity.uri, entity.attributes),
      { kind: 'dropTableAside', table: entity.uri, entityId: entity.id },
    ]),
    ...kept,
    ...made.flatMap((entity) => (before.dropped.has(entity.id) ? restored(entity, after) : created(entity, after))),
  ]
}

function restored({ id, uri: table, attributes, link_of }: EntityDefinition, after: Model): DdlStep[] {
  const keys = attributes.flatMap((each) => keyOn(table, each, after, link_of !== null))
  return [{ kind: 'restoreTable', table, entityId: id }, ...keys]
}

/** What waits aside must not hold back the records that it pointed to. */
function keysOff(table: string, attributes: readonly Attribute[]): DdlStep[] {
  const lookups = attributes.filter(({ type }) => type === 'N:1')
  return lookups.map(({ id }) => ({ kind: 'dropForeignKey', table, attributeId: id }))
}

function keyOn(table: string, attribute: Attribute, after: Model, links: boolean): DdlStep[] {
  const target = targetOf(attribute, after)
  if (target === undefined) return []
  const [column, attributeId] = [columnOf(attribute), attribute.id]
  return [
    { kind: 'dropForeignKey', table, attributeId },
    { kind: 'clearLost', table, column, target, links },
    { kind: 'addForeignKey', table, column, attributeId, target },
  ]
}

function targetOf({ type, related_entity }: Attribute, after: Model): string | undefined {
  return type === 'N:1' ? after.entities.get(related_entity ?? '')?.uri : undefined
}

function created(entity: EntityDefinition, after: Model): DdlStep[] {
  const { id, uri: table, attributes } = entity
  return [
    { kind: 'createTable', table, entityId: id },
    ...attributes.filter(isStored).flatMap((each) => added(table, each, after)),
    ...pairOf(entity),
  ]
}

function pairOf({ uri: table, attributes, link_of }: EntityDefinition): DdlStep[] {
  const last = attributes.at(-1)
  if (link_of === null || !last) return []
  return [{ kind: 'createPair', table, columns: attributes.map(columnOf), attributeId: last.id }]
}

function entitySteps(former: EntityDefinition, entity: EntityDefinition, before: Model, after: Model): DdlStep[] {
  const table = entity.uri
  const were = new Map(former.attributes.map((attribute) => [attribute.id, attribute]))
  const are = new Set(entity.attributes.map(({ id }) => id))
  const gone = former.attributes.filter((each) => !are.has(each.id) && isStored(each))
  return [
    ...keysOff(table, gone),
    ...gone.map((each): DdlStep => ({ kind: 'dropColumnAside', table, column: columnOf(each), attributeId: each.id })),
    ...entity.attributes.flatMap((each): DdlStep[] => {
      const was = were.get(each.id)
      if (was === each || !isStored(each)) return []
      if (was) return changed(table, { was, is: each }, before, after)
      if (!before.dropped.has(each.id)) return added(table, each, after)
      return [
        { kind: 'restoreColumn', table, column: columnOf(each), attributeId: each.id },
        ...keyOn(table, each, after, false),
      ]
    }),
  ]
}

function added(table: string, attribute: Attribute, after: Model): DdlStep[] {
  const column = columnOf(attribute)
  const steps: DdlStep[] = [{ kind: 'addColumn', table, column, type: typeOf(attribute) }]
  if (attribute.unique) steps.push({ kind: 'createUnique', table, column, attributeId: attribute.id })
  const target = targetOf(attribute, after)
  if (target !== undefined) steps.push({ kind: 'addForeignKey', table, column, attributeId: attribute.id, target })
  return steps
}

type Changed = { readonly was: Attribute; readonly is: Attribute }

function changed(table: string, { was, is }: Changed, before: Model, after: Model): DdlStep[] {
  if (!isStored(was)) return []
  const column = columnOf(is)
  const conversion = conversionTo(table, { was, is }, before, after)
  if (conversion) {
    const unique: DdlStep = { kind: 'createUnique', table, column, attributeId: is.id }
    return is.unique ? [conversion, unique] : [conversion]
  }
  const steps: DdlStep[] = []
  // Types that keep their column hold every value that it has: `widensTo` promises it.
  if (typeOf(was) !== typeOf(is)) steps.push({ kind: 'changeNumeric', table, column, type: typeOf(is) })
  if (!was.unique && is.unique) steps.push({ kind: 'createUnique', table, column, attributeId: is.id })
  if (was.unique && !is.unique) steps.push({ kind: 'dropUnique', attributeId: is.id })
  return steps
}

/** A column that went aside between the two models says that its attribute's values are made anew. */
function conversionTo(table: string, changed: Changed, before: Model, after: Model): DdlStep | undefined {
  const aside = [...after.dropped.values()].find(
    ({ id, former }) => former?.attribute.id === changed.is.id && !before.dropped.has(id),
  )
  if (!aside?.former) return undefined
  const { mayLose, from } = aside.former
  const former = from === undefined ? undefined : before.dropped.get(from)?.former?.attribute
  const back = from !== undefined && former ? { id: from, former } : undefined
  return { kind: 'convertColumn', table, ...changed, asideId: aside.id, mayLose, back }
}

function typeOf(attribute: Attribute): string {
  const type = attributeTypes[attribute.type].column(attribute)
  if (type === null) throw new Error(`${attribute.uri} has no column`)
  return type
}
