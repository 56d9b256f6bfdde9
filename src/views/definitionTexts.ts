import type { DefinitionTexts } from '#changes/definitionTexts.ts'
import { systemAttributes } from '#entities/system.ts'
import type { TextKey, Translate } from '#language/translate.ts'

/** Display texts of view operations. Common record fields are named by uri, attributes by id. */
export const viewTexts: DefinitionTexts = {
  propertyPattern: 'views.property.*',
  parts: {
    chart: 'records.pivot.chart.label',
    colour: 'views.colour.label',
    columns: 'records.pivot.columns',
    columnsby: 'records.pivot.by.columns',
    descending: 'changes.part.descending',
    end: 'records.calendar.end',
    fields: 'records.board.fields',
    image: 'records.board.image',
    lanes: 'records.board.lanes',
    measure: 'records.pivot.measure',
    rows: 'records.pivot.rows',
    rowsby: 'records.pivot.by.rows',
    start: 'records.calendar.start',
    title: 'records.board.title',
    width: 'changes.part.width',
  },
  words: {
    chart: ['records.pivot.chart.*'],
    colour: ['views.colour.*'],
    columnsby: ['records.pivot.period.*'],
    function: ['views.function.*'],
    kind: ['views.kind.*'],
    operator: ['records.operator.*'],
    rowheight: ['records.rowHeight.*'],
    rowsby: ['records.pivot.period.*'],
  },
  fields: {
    parts: ['attribute', 'columns', 'end', 'fields', 'image', 'rows', 'start'],
    texts: Object.fromEntries(systemAttributes.map(({ uri, label }) => [uri, label])),
  },
  value: dynamicText,
}

type Dynamic = { readonly dynamic?: unknown; readonly unit?: unknown; readonly shift?: unknown; readonly key?: unknown }

/** The text of a dynamic value such as the last month; undefined for other values. */
function dynamicText(t: Translate, { dynamic, unit, shift, key }: Dynamic): string | undefined {
  if (typeof dynamic !== 'string') return undefined
  if (dynamic !== 'period') return t(`views.dynamic.${dynamic}` as TextKey, { key })
  const by = Number(shift)
  const when = by === 0 ? 'this' : by === -1 ? 'last' : by === 1 ? 'next' : by < 0 ? 'ago' : 'ahead'
  return t(`views.dynamic.period.${String(unit)}.${when}` as TextKey, { count: Math.abs(by) })
}
