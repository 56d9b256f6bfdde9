import type { DefinitionTexts } from '#changes/definitionTexts.ts'

// Text tables only: the history page loads them without the rules of definitions.

export const entityTexts: DefinitionTexts = {
  properties: {
    attributes: 'entities.tabs.attributes',
    collectionname: 'entities.collectionname',
    color: 'entities.color',
    editable: 'entities.flag.editable.name',
    entity: 'changes.filter.entity',
    managed: 'entities.managed',
    naming: 'entities.naming.label',
    ownership: 'entities.ownership.label',
    recordsharing: 'entities.flag.recordsharing.name',
    requireetag: 'entities.flag.requireetag.name',
    tsv: 'entities.flag.tsv.name',
  },
  words: { ownership: ['entities.ownership.*'] },
}

export const attributeTexts: DefinitionTexts = {
  propertyPattern: 'attributes.property.*',
  parts: {
    active: 'attributes.option.active',
    attribute: 'changes.part.attribute',
    confirm: 'attributes.run.confirm',
    effects: 'changes.part.effects',
    expression: 'attributes.property.expression',
    function: 'attributes.rollup.function',
    kind: 'changes.part.effect',
    on: 'changes.part.moment',
    path: 'attributes.rollup.source',
    show: 'attributes.query.show',
  },
  words: {
    autocapitalize: ['attributes.capitals.*'],
    cssclass: ['attributes.look.*'],
    function: ['attributes.rollup.functions.*'],
    kind: ['changes.effect.*'],
    on: ['attributes.trigger.*'],
    result: ['attributes.type.*.name'],
    show: ['attributes.query.*', 'records.pivot.chart.label'],
    type: ['attributes.type.*.name'],
    validators: ['attributes.check.*'],
  },
  wordNames: { type: { '1:N': 'oneToMany', 'N:1': 'lookup', 'N:N': 'manyToMany' } },
}

export const relationshipTexts: DefinitionTexts = {
  properties: {
    attribute: 'changes.part.end',
    cardinality: 'changes.part.cardinality',
    from_entity: 'changes.part.fromEntity',
    inverse: 'relationships.otherName',
    on_assign: 'changes.part.onAssign',
    on_delete: 'changes.part.onDelete',
    on_share: 'changes.part.onShare',
    to_entity: 'changes.part.toEntity',
  },
  words: { on_assign: ['changes.carried.*'], on_delete: ['changes.carried.*'], on_share: ['changes.carried.*'] },
}

export const variableTexts: DefinitionTexts = {
  properties: { key: 'variables.key', value: 'variables.value' },
  words: { type: ['variables.types.*'] },
}

export const featureTexts: DefinitionTexts = {
  properties: { on: 'changes.part.switchedOn' },
  words: { key: ['features.*.name'] },
}
