import type { TextKey, Translate } from '#language/translate.ts'

// Keys come with data: @texts attributes changes entities records records/kinds views

/** What the parts of a property are called; a name may mean another thing in a part than by itself. */
export const partLabels: Readonly<Record<string, TextKey>> = {
  active: 'attributes.option.active',
  attribute: 'changes.part.attribute',
  chart: 'records.pivot.chart.label',
  colour: 'views.colour.label',
  columns: 'records.pivot.columns',
  columnsby: 'records.pivot.by.columns',
  confirm: 'attributes.run.confirm',
  descending: 'changes.part.descending',
  effects: 'changes.part.effects',
  end: 'records.calendar.end',
  expression: 'attributes.property.expression',
  fields: 'records.board.fields',
  function: 'attributes.rollup.function',
  image: 'records.board.image',
  kind: 'changes.part.effect',
  lanes: 'records.board.lanes',
  locale: 'changes.part.locale',
  measure: 'records.pivot.measure',
  on: 'changes.part.moment',
  path: 'attributes.rollup.source',
  property: 'changes.part.property',
  rows: 'records.pivot.rows',
  rowsby: 'records.pivot.by.rows',
  show: 'attributes.query.show',
  start: 'records.calendar.start',
  text: 'changes.part.text',
  title: 'records.board.title',
  was: 'entities.stale.base',
  width: 'changes.part.width',
}

/** What the properties of definitions other than attributes and views are called. */
export const ownLabels: Readonly<Record<string, TextKey>> = {
  attribute: 'changes.part.end',
  attributes: 'entities.tabs.attributes',
  cardinality: 'changes.part.cardinality',
  collectionname: 'entities.collectionname',
  color: 'entities.color',
  editable: 'entities.flag.editable.name',
  entity: 'changes.filter.entity',
  from_entity: 'changes.part.fromEntity',
  inverse: 'relationships.otherName',
  key: 'variables.key',
  labels: 'labels.title',
  managed: 'entities.managed',
  naming: 'entities.naming.label',
  on: 'changes.part.switchedOn',
  on_assign: 'changes.part.onAssign',
  on_delete: 'changes.part.onDelete',
  on_share: 'changes.part.onShare',
  ownership: 'entities.ownership.label',
  recordsharing: 'entities.flag.recordsharing.name',
  requireetag: 'entities.flag.requireetag.name',
  to_entity: 'changes.part.toEntity',
  tsv: 'entities.flag.tsv.name',
  value: 'variables.value',
}

// Where the words of a property have their texts: the word stands for the star.
const wordTexts: Readonly<Record<string, readonly string[]>> = {
  autocapitalize: ['attributes.capitals.*'],
  chart: ['records.pivot.chart.*'],
  colour: ['views.colour.*'],
  columnsby: ['records.pivot.period.*'],
  cssclass: ['attributes.look.*'],
  function: ['views.function.*', 'attributes.rollup.functions.*'],
  key: ['features.*.name'],
  kind: ['changes.effect.*'],
  on: ['attributes.trigger.*'],
  on_assign: ['changes.carried.*'],
  on_delete: ['changes.carried.*'],
  on_share: ['changes.carried.*'],
  ownership: ['entities.ownership.*'],
  result: ['attributes.type.*.name'],
  rowheight: ['records.rowHeight.*'],
  rowsby: ['records.pivot.period.*'],
  property: ['attributes.property.*'],
  show: ['attributes.query.*', 'records.pivot.chart.label'],
  type: ['attributes.type.*.name', 'variables.types.*'],
  validators: ['attributes.check.*'],
}

// Where a type's texts are not under its own name.
const typeTexts: Readonly<Record<string, string>> = {
  '1:N': 'oneToMany',
  'N:1': 'lookup',
  'N:N': 'manyToMany',
}

// The fields that every record has are named by their uris, attributes by their ids.
const fieldParts = new Set(['attribute', 'columns', 'end', 'fields', 'image', 'rows', 'start'])
const commonFields: Readonly<Record<string, TextKey>> = {
  created_by: 'entities.system.createdBy',
  created_on: 'entities.system.createdOn',
  id: 'entities.system.id',
  name: 'entities.system.name',
  owner: 'entities.system.owner',
  owning_unit: 'entities.system.owningUnit',
  status: 'entities.system.status',
  updated_by: 'entities.system.updatedBy',
  updated_on: 'entities.system.updatedOn',
  version: 'entities.system.version',
}

/** A word of ours that a property holds, such as `sum`, as people read it; undefined for what people wrote themselves. */
export function wordText(t: Translate, property: string, word: string): string | undefined {
  if (fieldParts.has(property)) return textOf(t, commonFields[word])
  const said = property === 'type' ? (typeTexts[word] ?? word) : word
  const keys = (wordTexts[property] ?? []).map((text) => text.replace('*', said) as TextKey)
  return keys.map((key) => textOf(t, key)).find((text) => text !== undefined)
}

/** The text of a key that may have none. */
export function textOf(t: Translate, key: TextKey | undefined): string | undefined {
  const text = key === undefined ? undefined : t(key)
  return text === key ? undefined : text
}

type Dynamic = { readonly dynamic?: unknown; readonly unit?: unknown; readonly shift?: unknown; readonly key?: unknown }

/** A value that is worked out when somebody reads, such as the last month; undefined for every other thing. */
export function dynamicText(t: Translate, { dynamic, unit, shift, key }: Dynamic): string | undefined {
  if (typeof dynamic !== 'string') return undefined
  if (dynamic !== 'period') return t(`views.dynamic.${dynamic}` as TextKey, { key })
  const by = Number(shift)
  const when = by === 0 ? 'this' : by === -1 ? 'last' : by === 1 ? 'next' : by < 0 ? 'ago' : 'ahead'
  return t(`views.dynamic.period.${String(unit)}.${when}` as TextKey, { count: Math.abs(by) })
}
