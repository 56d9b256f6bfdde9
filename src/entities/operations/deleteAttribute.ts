import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { columnOf } from '#attributes/attribute.ts'
import { dropAttribute } from '#entities/edit.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('attribute.delete'),
  id: z.uuid('request.idInvalid'),
  version: z.optional(z.int()),
})
export type DeleteAttribute = z.output<typeof schema>

/** Takes an attribute away; its column waits aside for an undo. */
export const deleteAttribute: OperationKind<Model, DeleteAttribute> = {
  kind: 'attribute.delete',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const found = attributeById(model, operation.id)
    if (!found) return [{ code: 'definition.unknown', target: 'id' }]
    return touchProblems(found.attribute, operation.version, author, 'delete')
  },
  apply(model, operation) {
    const found = attributeById(model, operation.id)
    return found ? dropAttribute(model, found.attribute) : model
  },
  invert(before, operation) {
    const definition = attributeById(before, operation.id)?.attribute
    return definition ? [{ kind: 'attribute.restore', id: operation.id, definition }] : []
  },
  footprint: (before, operation) => ({
    writes: [operation.id],
    needs: [attributeById(before, operation.id)?.entity.id ?? operation.id],
  }),
  impact(before, operation) {
    const found = attributeById(before, operation.id)
    if (!found) return []
    const count = { table: found.entity.uri, column: columnOf(found.attribute), values: 'filled' } as const
    return [{ key: 'changes.impact.values', values: { name: found.attribute.name }, count }]
  },
  sentence(before, operation) {
    const found = attributeById(before, operation.id)
    return {
      key: 'changes.sentence.attributeDelete',
      values: { name: found?.attribute.name ?? '', entity: found?.entity.name ?? '' },
    }
  },
}
