import * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import type { Author, Impact, OperationKind } from '#changes/operation.ts'
import { columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { attributePatchShape } from '#attributes/attributeSchema.ts'
import type { PropertyName } from '#attributes/properties.ts'
import { attributeTypes } from '#attributes/types.ts'
import { isConversion, typesAfter } from '#entities/conversions.ts'
import { changedBack, patchOf, putAttribute, putColumnAside } from '#entities/edit.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { holdsDefault, madeOf, withChangedType, withFittingExpressions } from '#entities/changedType.ts'
import { attributeProblems, touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('attribute.update'),
  id: z.uuid('request.idInvalid'),
  /** The version that the change is based on; without a version, the last change wins. */
  version: z.optional(z.int()),
  /** Accepts that a new type may clear, round or truncate values. */
  accept_loss: z.optional(z.boolean()),
  /** Id under which the column of the former type is kept. */
  aside: z.optional(z.uuid('request.idInvalid')),
  /** Only in undos: the kept column to restore, or that values stay unchanged. */
  from: z.optional(z.uuid('request.idInvalid')),
  kept: z.optional(z.boolean()),
  ...attributePatchShape,
})
export type UpdateAttribute = z.output<typeof schema>

/**
 * Changes the properties of an attribute, except its uri. Stored values are converted only where the type or the digits
 * of a decimal change; the former column is then kept for an undo.
 */
export const updateAttribute: OperationKind<Model, UpdateAttribute> = {
  kind: 'attribute.update',
  activity: 'alter-entities',
  schema,
  complete: (operation, newId) => {
    const { type, precision, scale, aside } = operation
    const mayConvert = type !== undefined || precision !== undefined || scale !== undefined
    return mayConvert ? { ...operation, aside: aside ?? newId() } : operation
  },
  check(model, operation, author) {
    const found = attributeById(model, operation.id)
    if (!found) return [{ code: 'definition.unknown', target: 'id' }]
    const { attribute } = found
    const untouchable = touchProblems(attribute, operation.version, author, 'update')
    if (untouchable.length > 0) return untouchable
    if (author !== 'undo' && (operation.from !== undefined || operation.kept)) return [{ code: 'request.forbidden' }]
    if (operation.from !== undefined && !model.dropped.has(operation.from)) return [{ code: 'change.purged' }]
    if (operation.aside !== undefined && model.dropped.has(operation.aside))
      return [{ code: 'validation.taken', target: 'aside' }]
    const next = changed(model, found, operation, '')
    const fixed = fixedProblems(attribute, next, operation, author)
    return fixed.length > 0
      ? fixed
      : attributeProblems(next, (target) => model.entities.has(target), found.entity.attributes)
  },
  apply(model, operation, changeId) {
    const found = attributeById(model, operation.id)
    if (!found) return model
    const { attribute } = found
    const next = changed(model, found, operation, changeId)
    const put = putAttribute(model, next)
    if (operation.aside === undefined || !isMadeAnew(attribute, next, operation)) return put
    const aside = { id: operation.aside, mayLose: operation.accept_loss === true, from: operation.from }
    return putColumnAside(put, attribute, aside)
  },
  invert(before, operation) {
    const found = attributeById(before, operation.id)
    if (!found) return []
    const next = changed(before, found, operation, '')
    const back = changedBack(found.attribute, next, ['version', 'change_id'])
    const isConverted = isMadeAnew(found.attribute, next, operation)
    // A redo keeps the column under its previous id, where the undo of the first change expects it.
    const values = isConverted
      ? { from: operation.aside, aside: operation.from }
      : next.type !== found.attribute.type
        ? { kept: true }
        : // More digits lose nothing; the inverse loses only values written since.
          isConversion(next, found.attribute)
          ? { accept_loss: true }
          : {}
    return [{ kind: 'attribute.update', id: operation.id, ...back, ...values }]
  },
  footprint(before, operation) {
    const found = attributeById(before, operation.id)
    const next = found && changed(before, found, operation, '')
    const others = found && next ? changedBack(found.attribute, next, ['version', 'change_id']) : {}
    const names = new Set([...Object.keys(patchOf(operation)), ...Object.keys(others)])
    return { writes: [...names].map((property) => `${operation.id}.${property}`), needs: [operation.id] }
  },
  impact(before, operation) {
    const found = attributeById(before, operation.id)
    if (!found) return []
    const properties = propertyImpact(before, found, operation)
    if (!isStored(found.attribute) || !operation.required || found.attribute.required) return properties
    const count = { table: found.entity.uri, column: columnOf(found.attribute), values: 'empty' } as const
    return [{ key: 'changes.impact.missing', values: { name: found.attribute.name }, count }, ...properties]
  },
  sentence(before, operation) {
    const found = attributeById(before, operation.id)
    const { name = '', type } = found?.attribute ?? {}
    if (type && operation.type !== undefined && operation.type !== type) {
      const types = { fromKey: attributeTypes[type].label, toKey: attributeTypes[operation.type].label }
      return { key: 'changes.sentence.attributeType', values: { name, entity: found?.entity.name ?? '', ...types } }
    }
    return {
      key: 'changes.sentence.attributeUpdate',
      values: { name: operation.name ?? found?.attribute.name ?? '', entity: found?.entity.name ?? '' },
    }
  },
}

/** Whether values differ afterwards. A restored column holds values that a type accepting everything has lost. */
function isMadeAnew(attribute: Attribute, next: Attribute, { kept, from }: UpdateAttribute): boolean {
  return !kept && (from !== undefined || isConversion(attribute, next))
}

/**
 * The attribute after the change. A new type keeps valid properties; an undo knows the former attribute, and sets all
 * properties itself.
 */
function changed(model: Model, { entity, attribute }: Found, operation: UpdateAttribute, changeId: string): Attribute {
  const patch = patchOf(operation)
  const type = operation.type ?? attribute.type
  const version = { version: attribute.version + 1, change_id: changeId }
  // Properties that an undo omits are unchanged.
  if (type === attribute.type || operation.from !== undefined || operation.kept) {
    const next: Attribute = { ...attribute, ...patch, ...version }
    return { ...next, description: next.description ?? null }
  }
  const next = { ...withChangedType(attribute, type, entity.attributes), ...patch, ...version }
  const fitting = { ...withFittingExpressions(model, next), ...patch }
  const isKept = 'default' in patch || holdsDefault(fitting)
  return { ...fitting, description: fitting.description ?? null, default: isKept ? fitting.default : null }
}

type Found = NonNullable<ReturnType<typeof attributeById>>

/** Properties that the new type drops or adjusts. */
function propertyImpact(before: Model, found: Found, operation: UpdateAttribute): Impact[] {
  const { attribute } = found
  const isUndo = operation.from !== undefined || operation.kept === true
  if (operation.type === undefined || operation.type === attribute.type || isUndo) return []
  const said = patchOf(operation)
  const { dropped, adjusted } = madeOf(attribute, changed(before, found, operation, ''))
  const tell = (key: Impact['key'], names: readonly PropertyName[]): Impact[] => {
    const own = names.filter((name) => !(name in said))
    const propertiesKeys = own.map((name) => `attributes.property.${name}`).join(' ')
    return own.length === 0 ? [] : [{ key, values: { name: attribute.name, propertiesKeys }, count: own.length }]
  }
  return [...tell('changes.impact.dropped', dropped), ...tell('changes.impact.adjusted', adjusted)]
}

/** Properties that never change. */
function fixedProblems(before: Attribute, next: Attribute, { uri, kept }: UpdateAttribute, author: Author): Problem[] {
  if (uri !== undefined && uri !== before.uri) return [{ code: 'validation.uriImmutable', target: 'uri' }]
  if (next.related_entity !== before.related_entity && before.type === 'N:1')
    return [{ code: 'validation.readonly', target: 'related_entity' }]
  if (next.type === before.type || typesAfter(before.type).includes(next.type)) return []
  if (author === 'undo' && (kept || typesAfter(next.type).includes(before.type))) return []
  const parameters = { fromKey: attributeTypes[before.type].label, toKey: attributeTypes[next.type].label }
  return [{ code: 'attribute.typeChange', target: 'type', parameters }]
}
