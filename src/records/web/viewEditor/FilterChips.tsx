import { X } from 'lucide-react'
import { isLink, fieldLabel, optionLabelOf, type Field } from '#attributes/attribute.ts'
import { valueText } from '#attributes/web/valueText.ts'
import { Button } from '#design/web/button/Button.tsx'
import { useLanguage, type Language } from '#language/web/language.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'
import { useLinkedNames } from '#records/web/grid/useLinkedNames.ts'
import { isDynamic, type FilterValue } from '#views/dynamic.ts'
import { filterFields, isComplete, noFilter, type Condition, type FilterGroup, type FilterNode } from '#views/filter.ts'
import { sayDynamic } from '#views/web/sayDynamic.ts'

type FilterChipsProps = {
  readonly table: RecordsTable
  readonly filter: FilterGroup
  readonly onChange: (filter: FilterGroup) => void
}

/** What a filter says, a chip for each part of it. */
export function FilterChips({ table, filter, onChange }: FilterChipsProps) {
  const language = useLanguage()
  const { t } = language
  const linkedName = useLinkedNames(table, filter)
  const fields = filterFields(table.entity.fields)
  const chips = filter.of.map((node, at) => ({ node, at })).filter(({ node }) => saysSomething(node))
  const without = (gone: number) => ({ ...filter, of: filter.of.filter((_, at) => at !== gone) })

  function saysSomething(node: FilterNode): boolean {
    return node.kind === 'condition' ? isComplete(node, fields) : node.of.some(saysSomething)
  }
  return (
    <>
      {chips.map(({ node, at }) => (
        <span
          key={at}
          className="inline-flex h-6 max-w-64 items-center gap-1 rounded-small bg-selection pl-2 text-label"
        >
          <span className="truncate">{sayNode(node, fields, language, linkedName)}</span>
          <button
            type="button"
            aria-label={t('records.filter.remove')}
            className="focus-ring grid size-6 place-items-center rounded-small"
            onClick={() => onChange(without(at))}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      {chips.length > 1 && (
        <Button kind="quiet" onPress={() => onChange(noFilter)}>
          {t('records.filter.clear')}
        </Button>
      )}
    </>
  )
}

function sayNode(
  node: FilterNode,
  fields: ReadonlyMap<string, Field>,
  language: Language,
  linkedName: (id: string) => string | undefined,
): string {
  if (node.kind === 'condition') return sayCondition(node, fields, language, linkedName)
  const parts = node.of.map((part) => sayNode(part, fields, language, linkedName))
  return parts.join(` ${language.t(`records.filter.${node.kind}`)} `)
}

function sayCondition(
  { column, operator, values }: Condition,
  fields: ReadonlyMap<string, Field>,
  language: Language,
  linkedName: (id: string) => string | undefined,
): string {
  const { t } = language
  const field = fields.get(column)
  if (!field) return ''
  const say = (value: FilterValue) => {
    if (isDynamic(value)) return sayDynamic(value, language)
    if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
    if (value === null) return ''
    if (typeof value === 'object') return value.map((each) => optionLabelOf(field, each, t)).join(', ')
    if (field.type === 'select') return optionLabelOf(field, value, t)
    if (isLink(field)) return linkedName(value) ?? `${value.slice(0, 8)}…`
    return valueText(field, value, language)
  }
  const said = values.map(say).join(', ')
  return `${fieldLabel(field, t)} ${t(`records.operator.${operator}`)} ${said}`.trim()
}
