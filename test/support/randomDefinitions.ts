import type { Operation } from '../../src/changes/operation.ts'
import type { Model } from '../../src/entities/model.ts'
import { labelsIn } from '../../src/labels/model.ts'
import { viewsIn } from '../../src/views/model.ts'
import { randomChange, type Choices } from './randomChanges.ts'

/** Ids as the model expects them: they count up, so that a run can be repeated. */
export function idSequence(): () => string {
  let last = 0
  return () => `00000000-0000-7000-9000-${String((last += 1)).padStart(12, '0')}`
}

/** A random operation on what a model has: what refers to definitions as often as what deletes them. Many are refused. */
export function randomDefinition(model: Model, choices: Choices, newId: () => string): readonly Operation[] {
  const any = <Item>(items: Iterable<Item>): Item | undefined => {
    const all = [...items]
    return all[choices.next(Math.max(1, all.length))]
  }
  const entity = any([...model.entities.values()].filter(({ link_of }) => link_of === null))
  const attribute = any(entity?.attributes ?? [])
  const other = any(entity?.attributes ?? [])
  const view = any(viewsIn(model))
  const uri = `n${choices.next(100_000)}n`
  const created = { kind: 'attribute.create', entity_id: entity?.id ?? newId(), name: uri, uri }
  const made: readonly (() => Operation)[] = [
    () => ({ ...created, type: 'formula', expression: `len(${attribute?.uri ?? 'name'} & "x")` }),
    () => ({ ...created, type: 'formula', expression: any(expressionsFor(model, attribute?.uri, other?.uri)) ?? '1' }),
    () => ({
      ...created,
      type: 'rollup',
      rollup: { path: [any(model.entities.values())?.uri ?? ''], function: 'count' },
    }),
    () => ({ ...created, type: 'text', default_expression: attribute?.uri ?? '"x"' }),
    () => ({
      ...created,
      type: 'select',
      options: [{ value: 'a', label: 'A' }],
      parent_attribute: attribute?.id ?? null,
    }),
    () => ({
      ...created,
      type: attribute?.type ?? 'text',
      validators: [{ name: 'same-as', attribute: attribute?.id }],
    }),
    () => ({
      ...created,
      type: 'dataquery',
      query: { text: `x/$count?$filter=y eq {${attribute?.uri ?? 'id'}}`, show: 'number' },
    }),
    () => ({ ...created, type: 'N:1', related_entity: view?.entity_id ?? null, related_view: view?.id ?? null }),
    () => ({ kind: 'entity.update', id: entity?.id ?? newId(), naming: attribute?.id ?? null }),
    () => ({ kind: 'variable.create', key: uri, type: 'number', value: '1' }),
    () => ({ kind: 'variable.delete', id: any(model.variables.values())?.id ?? newId() }),
    () => ({ kind: 'feature.set', key: 'import', entity_id: entity?.id ?? null, on: choices.next(2) === 0 }),
    () => ({ kind: 'view.create', entity_id: entity?.id ?? newId(), view: { name: uri, ...contentOf(attribute?.id) } }),
    () => ({ kind: 'view.update', id: view?.id ?? newId(), view: contentOf(attribute?.id) }),
    () => ({ kind: 'view.delete', id: view?.id ?? newId() }),
    () => ({
      kind: 'label.set',
      entity_id: entity?.id ?? newId(),
      labels: [{ id: any([entity?.id, attribute?.id, view?.id]), property: 'name', locale: 'lv', text: 'Vārds' }],
    }),
    () => ({ kind: 'label.set', entity_id: entity?.id ?? newId(), labels: [clearing(model, choices)] }),
    () => ({ kind: 'attribute.delete', id: attribute?.id ?? newId() }),
    () => ({ kind: 'attribute.update', id: attribute?.id ?? newId(), type: 'textarea', accept_loss: true }),
    () => ({ kind: 'entity.delete', id: entity?.id ?? newId() }),
    () => ({ kind: 'relationship.delete', id: any(model.relationships.keys()) ?? newId() }),
  ]
  if (!entity || choices.next(3) === 0) return randomChange(model, choices, newId)
  const chosen = any(made)?.()
  return chosen ? [chosen] : []
}

function expressionsFor({ variables }: Model, one = 'name', two = 'name'): readonly string[] {
  const keys = [...variables.keys()].map((key) => `variable.${key} + 1`)
  return [`${one} & ${two}`, `${one}.name & ""`, `if(${one} = ${two}, 1, 2)`, ...keys]
}

function contentOf(attributeId: string | undefined): object {
  if (attributeId === undefined) return { columns: [] }
  return {
    columns: [{ attribute: attributeId, width: null }],
    filter: { kind: 'and', of: [{ kind: 'condition', attribute: attributeId, operator: 'isnull', values: [] }] },
  }
}

function clearing(model: Model, choices: Choices): object {
  const labels = labelsIn(model)
  const { definition_id: id, property, locale } = labels[choices.next(Math.max(1, labels.length))] ?? {}
  return { id, property, locale, text: null }
}
