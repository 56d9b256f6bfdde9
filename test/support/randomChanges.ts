import type { Operation } from '../../src/changes/operation.ts'
import { planChange } from '../../src/changes/plan.ts'
import type { Model } from '../../src/entities/model.ts'
import { entityOperations } from '../../src/entities/operations.ts'

/** Numbers that decide everything: the same ones make the same changes. */
export type Choices = { next(below: number): number }

export function choicesOf(numbers: readonly number[]): Choices {
  let index = 0
  return { next: (below) => (numbers[index++ % numbers.length] ?? 0) % below }
}

let counter = 0
const id = () => `00000000-0000-7000-8000-${String(++counter).padStart(12, '0')}`
const types = ['text', 'textarea', 'email', 'number', 'decimal', 'boolean', 'date', 'datetime', 'select', 'N:1', 'id']

/** A change set of one to four operations that holds against the model, each built on the ones before it. */
export function randomChange(model: Model, choices: Choices, newId: () => string = id): Operation[] {
  const operations: Operation[] = []
  let current = model
  for (let left = 1 + choices.next(4); left > 0; left--) {
    const candidate = randomOperation(current, choices)
    const planning = { kinds: entityOperations, author: 'maker', changeId: '', newId } as const
    const plan = planChange(current, [candidate], planning)
    if (plan.problems.length > 0) continue
    operations.push(...plan.operations)
    current = plan.after
  }
  return operations
}

function randomOperation(model: Model, choices: Choices): Operation {
  const entities = [...model.entities.values()]
  const entity = entities.filter(({ managed }) => !managed)[choices.next(Math.max(1, entities.length))]
  const kind = choices.next(14)
  if (!entity || kind === 0) return randomEntity(model, choices)
  const attribute = entity.attributes[choices.next(Math.max(1, entity.attributes.length))]
  if (kind === 1) return { kind: 'entity.update', id: entity.id, ...randomFlags(choices) }
  if (kind === 2) return { kind: 'entity.delete', id: entity.id }
  if (kind <= 5 || !attribute)
    return { kind: 'attribute.create', entity_id: entity.id, ...randomAttribute(model, choices) }
  if (kind === 6) return { kind: 'attribute.delete', id: attribute.id }
  if (kind > 9) return randomRelationship(model, choices, kind)
  return { kind: 'attribute.update', id: attribute.id, ...randomPatch(attribute.precision, choices) }
}

function randomRelationship(model: Model, choices: Choices, kind: number): Operation {
  const relationships = [...model.relationships.values()]
  const relationship = relationships[choices.next(Math.max(1, relationships.length))]
  const entities = [...model.entities.values()].filter(({ link_of }) => link_of === null)
  if (kind <= 11 || !relationship) {
    const [from, to] = [0, 0].map(() => entities[choices.next(entities.length)]?.id ?? '')
    const cardinality = ['1:N', 'N:1', 'N:N'][choices.next(3)]
    const end = () => {
      const number = nextNumber(model)
      return { name: `Relation ${number}`, uri: `r${number}r` }
    }
    const both = cardinality === '1:N' || choices.next(2) === 0
    const inverse = both ? { inverse: end() } : {}
    return { kind: 'relationship.create', from_entity: from, to_entity: to, cardinality, attribute: end(), ...inverse }
  }
  if (kind === 12) return { kind: 'relationship.delete', id: relationship.id }
  const on_delete = ['restrict', 'clear', 'cascade'][choices.next(3)]
  return { kind: 'relationship.update', id: relationship.id, on_delete, name: `Relation ${choices.next(9)}` }
}

/** A number that no uri of the model has yet. */
function nextNumber(model: Model): number {
  const taken = [...model.entities.values()].flatMap(({ uri, attributes }) => [
    uri,
    ...attributes.map((each) => each.uri),
  ])
  counter = Math.max(counter, ...taken.map((uri) => Number(/\d+/.exec(uri)?.[0] ?? 0))) + 1
  return counter
}

function randomEntity(model: Model, choices: Choices): Operation {
  const number = nextNumber(model)
  const attributes = Array.from({ length: choices.next(4) }, () => randomAttribute(model, choices))
  return {
    kind: 'entity.create',
    name: `Entity ${number}`,
    collectionname: `Many ${number}`,
    uri: `e${number}e`,
    attributes,
  }
}

function randomAttribute(model: Model, choices: Choices): Record<string, unknown> {
  const type = types[choices.next(types.length)] ?? 'text'
  const number = nextNumber(model)
  const targets = [...model.entities.keys()]
  return {
    name: `Attribute ${number}`,
    uri: `a${number}a`,
    type,
    required: choices.next(2) === 0,
    ...(type === 'N:1' ? { related_entity: targets[choices.next(Math.max(1, targets.length))] ?? null } : {}),
    ...(type === 'select' ? { options: [{ value: 'one', label: 'One' }] } : {}),
    ...(['text', 'number', 'date'].includes(type) ? { unique: choices.next(2) === 0 } : {}),
  }
}

function randomFlags(choices: Choices): Record<string, unknown> {
  const flags: Record<string, unknown>[] = [
    { name: `Name ${choices.next(100)}` },
    { description: 'A description' },
    { tsv: true },
    { searchable: false, icon: 'box' },
    { color: '#112233', recordsharing: false, requireetag: true },
  ]
  return flags[choices.next(flags.length)] ?? {}
}

function randomPatch(precision: number | null, choices: Choices): Record<string, unknown> {
  const patches: Record<string, unknown>[] = [
    { name: `Name ${choices.next(100)}`, undertext: 'Under' },
    { required: true, title: 'Please say {value}' },
    { unique: true },
    { unique: false },
    { type: 'textarea' },
    { type: 'text' },
    { type: 'number', accept_loss: true },
    { type: 'decimal', precision: 9, scale: choices.next(4), accept_loss: true },
    { type: ['email', 'date', 'datetime', 'boolean', 'time', 'month', 'url'][choices.next(7)], accept_loss: true },
    { type: 'select', options: [{ value: 'one', label: 'Open' }], accept_loss: true },
    { maxlength: 5 },
    { precision: (precision ?? 18) + 1, scale: 3, accept_loss: true },
  ]
  return patches[choices.next(patches.length)] ?? {}
}
