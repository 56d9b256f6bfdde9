import * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import type { Author, OperationKind } from '#changes/operation.ts'
import { columnOf, type Attribute } from '#attributes/attribute.ts'
import { attributePatchShape } from '#attributes/attributeSchema.ts'
import { neutralProperties, type PropertyName } from '#attributes/properties.ts'
import { attributeTypes } from '#attributes/types.ts'
import { changedBack, patchOf, putAttribute } from '#entities/edit.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { attributeProblems, isApplicable, touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('attribute.update'),
  id: z.uuid('request.idInvalid'),
  /** The version that the change was made on; without it the last word wins. */
  version: z.optional(z.int()),
  ...attributePatchShape,
})
export type UpdateAttribute = z.output<typeof schema>

/** Says anew what an attribute is; its uri stays, and no stored value is touched. */
export const updateAttribute: OperationKind<Model, UpdateAttribute> = {
  kind: 'attribute.update',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const found = attributeById(model, operation.id)
    if (!found) return [{ code: 'definition.unknown', target: 'id' }]
    const { attribute } = found
    const untouchable = touchProblems(attribute, operation.version, author, 'update')
    if (untouchable.length > 0) return untouchable
    const next = changed(attribute, operation, '')
    const fixed = fixedProblems(attribute, next, operation, author)
    return fixed.length > 0 ? fixed : attributeProblems(next, (target) => model.entities.has(target))
  },
  apply(model, operation, changeId) {
    const found = attributeById(model, operation.id)
    return found ? putAttribute(model, changed(found.attribute, operation, changeId)) : model
  },
  invert(before, operation) {
    const found = attributeById(before, operation.id)
    if (!found) return []
    const next = changed(found.attribute, operation, '')
    const back = changedBack(found.attribute, next, ['version', 'change_id'])
    return [{ kind: 'attribute.update', id: operation.id, ...back }]
  },
  footprint: (_before, operation) => ({
    writes: Object.keys(patchOf(operation)).map((property) => `${operation.id}.${property}`),
    needs: [operation.id],
  }),
  impact(before, operation) {
    const found = attributeById(before, operation.id)
    if (!found || !operation.required || found.attribute.required) return []
    const count = { table: found.entity.uri, column: columnOf(found.attribute), values: 'empty' } as const
    return [{ key: 'changes.impact.missing', values: { name: found.attribute.name }, count }]
  },
  sentence(before, operation) {
    const found = attributeById(before, operation.id)
    return {
      key: 'changes.sentence.attributeUpdate',
      values: { name: operation.name ?? found?.attribute.name ?? '', entity: found?.entity.name ?? '' },
    }
  },
}

/** The attribute after the change; what its new type does not know falls back to the neutral value. */
function changed(attribute: Attribute, operation: UpdateAttribute, changeId: string): Attribute {
  const patch = patchOf(operation)
  const type = operation.type ?? attribute.type
  const forgotten = type === attribute.type ? {} : neutralFor(type)
  const next = { ...attribute, ...forgotten, ...patch, version: attribute.version + 1, change_id: changeId }
  return { ...next, description: next.description ?? null }
}

function neutralFor(type: Attribute['type']): Partial<Attribute> {
  const { properties } = attributeTypes[type]
  return Object.fromEntries(
    Object.entries(neutralProperties).filter(([name]) => !isApplicable(properties, name as PropertyName)),
  )
}

/** What can never change, or not without touching values. */
function fixedProblems(before: Attribute, next: Attribute, { uri }: UpdateAttribute, author: Author): Problem[] {
  if (uri !== undefined && uri !== before.uri) return [{ code: 'validation.uriImmutable', target: 'uri' }]
  if (next.related_entity !== before.related_entity && before.type === 'N:1')
    return [{ code: 'validation.readonly', target: 'related_entity' }]
  if (next.type !== before.type && !mayBecome(before, next, author)) {
    return [{ code: 'attribute.typeChange', target: 'type', parameters: { from: before.type, to: next.type } }]
  }
  return author === 'undo' ? [] : narrowed(before, next)
}

/** An undo may also go the way back: every value that a wider type was given since is kept as it is. */
function mayBecome(before: Attribute, next: Attribute, author: Author): boolean {
  if (attributeTypes[before.type].widensTo.includes(next.type)) return true
  return author === 'undo' && attributeTypes[next.type].widensTo.includes(before.type)
}

/** A decimal may gain digits on either side of the point, not lose them. */
function narrowed(before: Attribute, next: Attribute): Problem[] {
  if (before.type !== 'decimal') return []
  const scale = [before.scale ?? 2, next.scale ?? 2] as const
  const whole = [(before.precision ?? 18) - scale[0], (next.precision ?? 18) - scale[1]] as const
  if (scale[1] < scale[0]) return [{ code: 'attribute.narrowed', target: 'scale' }]
  return whole[1] < whole[0] ? [{ code: 'attribute.narrowed', target: 'precision' }] : []
}
