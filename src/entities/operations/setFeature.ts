import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { featureKeys, isOfEntities, type FeaturePlace } from '#entities/feature.ts'
import { featureAt, putFeature } from '#entities/features.ts'
import type { Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('feature.set'),
  key: z.enum(featureKeys, 'validation.option'),
  /** The entity of the switch; null means the whole environment. */
  entity_id: z.prefault(z.nullable(z.uuid('request.idInvalid')), null),
  on: z.boolean('validation.type'),
  /** The version that the change is based on; without a version, the last change wins. */
  version: z.optional(z.int()),
})
export type SetFeature = z.output<typeof schema>

/** Switches a feature on or off; existing data stays. */
export const setFeature: OperationKind<Model, SetFeature> = {
  kind: 'feature.set',
  activity: 'manage-environment',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const { entity_id: entityId, key } = operation
    if (entityId !== null && !model.entities.has(entityId)) return [{ code: 'definition.unknown', target: 'entity_id' }]
    if (entityId !== null && !isOfEntities(key)) return [{ code: 'validation.option', target: 'key' }]
    const { version } = featureAt(model, { key, entity_id: entityId })
    return touchProblems({ managed: false, version }, operation.version, author, 'update')
  },
  apply(model, { key, entity_id, on }, changeId) {
    const { version } = featureAt(model, { key, entity_id })
    return putFeature(model, { key, entity_id, on, version: version + 1, change_id: changeId })
  },
  invert(before, { key, entity_id }) {
    return [{ kind: 'feature.set', key, entity_id, on: featureAt(before, { key, entity_id }).on }]
  },
  footprint: (_before, operation) => ({
    writes: [writtenBy(operation)],
    needs: operation.entity_id === null ? [] : [operation.entity_id],
  }),
  impact: () => [],
  sentence(before, { key, entity_id, on }) {
    const table = entity_id === null ? undefined : before.entities.get(entity_id)?.collectionname
    const values = { feature: key, on: on ? 'yes' : 'no' }
    return table === undefined
      ? { key: 'changes.sentence.featureSet', values }
      : { key: 'changes.sentence.featureSetIn', values: { ...values, entity: table } }
  },
}

function writtenBy({ key, entity_id: entityId }: FeaturePlace): string {
  return entityId === null ? `feature.${key}` : `${entityId}.feature ${key}`
}
