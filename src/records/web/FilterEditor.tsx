import { Plus, X } from 'lucide-react'
import { columnOf, labelOf, type Field } from '#attributes/attribute.ts'
import type { Operator } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { Button } from '#design/web/Button.tsx'
import { IconButton } from '#design/web/IconButton.tsx'
import { SegmentedControl } from '#design/web/SegmentedControl.tsx'
import { Select } from '#design/web/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { filterFields, type Condition, type FilterGroup } from '#views/filter.ts'
import { FilterValue } from '#records/web/FilterValue.tsx'

type FilterEditorProps = {
  readonly entity: EntityDefinition
  readonly filter: FilterGroup
  readonly onChange: (filter: FilterGroup) => void
  readonly findLinked: FindLinked
}

/** Conditions that records meet, all of them or any; each acts as soon as it says something. */
export function FilterEditor({ entity, filter, onChange, findLinked }: FilterEditorProps) {
  const { t } = useLanguage()
  const fields = filterFields(entity.fields)
  const options = [...fields].map(([id, field]) => ({ id, label: labelOf(field, t) }))
  const set = (at: number, next: Condition) =>
    onChange({ ...filter, of: filter.of.map((node, index) => (index === at ? next : node)) })
  const add = () => {
    const field = fields.get('name') ?? [...fields.values()][0]
    if (field) onChange({ ...filter, of: [...filter.of, newCondition(field)] })
  }
  return (
    <div className="flex w-140 max-w-full flex-col gap-2">
      {filter.of.length > 1 && (
        <SegmentedControl
          label={t('records.filter.match')}
          segments={[
            { id: 'and', label: t('records.filter.all') },
            { id: 'or', label: t('records.filter.any') },
          ]}
          value={filter.kind}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      )}
      {filter.of.length === 0 && <p className="text-muted">{t('records.filter.none')}</p>}
      {filter.of.map((node, at) => {
        const field = node.kind === 'condition' ? fields.get(node.column) : undefined
        if (node.kind !== 'condition' || !field) return null
        return (
          <div key={at} className="flex flex-wrap items-start gap-1 sm:flex-nowrap">
            <Select
              label={t('records.filter.field')}
              labelHidden
              className="w-40 shrink-0"
              options={options}
              value={node.column}
              onChange={(column) => {
                const next = fields.get(column)
                if (next) set(at, newCondition(next))
              }}
            />
            <Select
              label={t('records.filter.operator')}
              labelHidden
              className="w-36 shrink-0"
              options={operatorsOf(field).map((operator) => ({
                id: operator,
                label: t(`records.operator.${operator}`),
              }))}
              value={node.operator}
              onChange={(id) => set(at, withOperator(node, id as Operator))}
            />
            <div className="min-w-40 flex-1">
              <FilterValue
                {...{ field, findLinked }}
                condition={node}
                onChange={(values) => set(at, { ...node, values })}
              />
            </div>
            <IconButton
              label={t('records.filter.remove')}
              icon={<X />}
              onPress={() => onChange({ ...filter, of: filter.of.filter((_, index) => index !== at) })}
            />
          </div>
        )
      })}
      <Button kind="quiet" icon={<Plus />} onPress={add} className="self-start">
        {t('records.filter.add')}
      </Button>
    </div>
  )
}

function operatorsOf(field: Field): readonly Operator[] {
  return attributeTypes[field.type].operators
}

function newCondition(field: Field): Condition {
  const offered = operatorsOf(field)
  const operator = offered.includes('contains') ? 'contains' : (offered[0] ?? 'eq')
  // Yes is what people look for; a condition on it says something at once.
  return { kind: 'condition', column: columnOf(field), operator, values: field.type === 'boolean' ? [true] : [] }
}

function withOperator(condition: Condition, operator: Operator): Condition {
  if (operator === 'isnull' || operator === 'notnull') return { ...condition, operator, values: [] }
  return { ...condition, operator, values: operator === 'in' ? condition.values : condition.values.slice(0, 1) }
}
