import { compareById, noDifference, type CascadeDescriptor, type Reference } from '#changes/definition.ts'
import { entityPlace } from '#entities/descriptors/definitionPlaces.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { namingOf, namingProblems } from '#entities/naming.ts'
import { memoizePair } from '#platform/memoize.ts'

/** Entities; the attribute that names records must stay, and stay suitable. */
export const entityDescriptor: CascadeDescriptor<Model, EntityDefinition> = {
  kind: 'entity',
  of: ({ entities }) => entities.values(),
  find: ({ entities }, id) => entities.get(id),
  idOf: ({ id }) => id,
  nameOf: (_model, { name }) => name,
  references(_model, { naming, link_of }) {
    const references: Reference[] = []
    if (naming !== null) references.push({ kind: 'attribute', id: naming, use: 'naming', bond: 'restrict' })
    if (link_of !== null) references.push({ kind: 'relationship', id: link_of, use: 'relationship', bond: 'part' })
    return references
  },
  difference: memoizePair((before: Model, after: Model) =>
    before.entities === after.entities ? noDifference : compareById(before.entities, after.entities),
  ),
  validation: {
    problems: namingProblems,
    isRevised: (before, after) => before.naming !== after.naming,
    affected: (before, after) =>
      before.entities === after.entities ? [] : [...after.entities.values()].filter(({ naming }) => naming !== null),
    inUse: (before, _after, broken) =>
      broken.map(({ id, name: entity }) => {
        const former = before.entities.get(id)
        return { code: 'naming.inUse', parameters: { entity, name: (former && namingOf(former)?.name) ?? '' } }
      }),
  },
  place: (_model, entity) => entityPlace(entity),
}
