import { FolderPlus, Plus, X } from 'lucide-react'
import { useEffect } from 'react'
import { columnOf, fieldLabel, type Field, valueTypeOf } from '#attributes/attribute.ts'
import type { Operator } from '#attributes/type.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { DynamicChoice } from '#records/web/form/DynamicChoice.tsx'
import { filterFields, type Condition, type FilterGroup, type FilterNode } from '#views/filter.ts'
import { deepestFilter } from '#views/view.ts'
import { loadResolver } from '#views/web/plainListing.ts'

type FilterEditorProps = {
  readonly entity: EntityDefinition
  readonly filter: FilterGroup
  readonly onChange: (filter: FilterGroup) => void
  readonly findLinked: FindLinked
  /** Keys of variables that values may name. */
  readonly variables?: readonly string[]
}

/** Conditions that records meet, all of them or any, also in groups; each acts as soon as it says something. */
export function FilterEditor(props: FilterEditorProps) {
  // There before the first dynamic value is chosen.
  useEffect(() => void loadResolver().catch(() => undefined), [])
  return <Group {...props} group={props.filter} depth={1} />
}

type GroupProps = Omit<FilterEditorProps, 'filter'> & { readonly group: FilterGroup; readonly depth: number }

function Group({ entity, group, onChange, findLinked, variables = [], depth }: GroupProps) {
  const { t } = useLanguage()
  const fields = filterFields(entity.fields)
  const set = (at: number, next: FilterNode) =>
    onChange({ ...group, of: group.of.map((node, index) => (index === at ? next : node)) })
  const remove = (at: number) => onChange({ ...group, of: group.of.filter((_, index) => index !== at) })
  const first = fields.get('name') ?? [...fields.values()][0]
  const add = (node: FilterNode) => onChange({ ...group, of: [...group.of, node] })
  return (
    <div className={depth === 1 ? 'flex w-160 max-w-full flex-col gap-2' : 'flex min-w-0 flex-1 flex-col gap-2'}>
      {group.of.length > 1 && (
        <SegmentedControl
          label={t('records.filter.match')}
          segments={[
            { id: 'and', label: t('records.filter.all') },
            { id: 'or', label: t('records.filter.any') },
          ]}
          value={group.kind}
          onChange={(kind) => onChange({ ...group, kind })}
        />
      )}
      {group.of.length === 0 && depth === 1 && <p className="text-muted">{t('records.filter.none')}</p>}
      {group.of.map((node, at) =>
        node.kind === 'condition' ? (
          <ConditionLine
            key={at}
            {...{ entity, findLinked, variables }}
            condition={node}
            onChange={(next) => set(at, next)}
            onRemove={() => remove(at)}
          />
        ) : (
          <div
            key={at}
            role="group"
            aria-label={t('records.filter.group')}
            className="flex items-start gap-1 rounded-control border border-line bg-subtle p-2"
          >
            <Group
              {...{ entity, findLinked, variables }}
              group={node}
              depth={depth + 1}
              onChange={(next) => set(at, next)}
            />
            <IconButton label={t('records.filter.removeGroup')} icon={<X />} onPress={() => remove(at)} />
          </div>
        ),
      )}
      <div className="flex flex-wrap gap-1">
        <Button kind="quiet" icon={<Plus />} onPress={() => first && add(newCondition(first))}>
          {t('records.filter.add')}
        </Button>
        {depth < deepestFilter && (
          <Button
            kind="quiet"
            icon={<FolderPlus />}
            onPress={() => {
              const kind = group.kind === 'and' ? 'or' : 'and'
              if (first) add({ kind, of: [newCondition(first)] })
            }}
          >
            {t('records.filter.addGroup')}
          </Button>
        )}
      </div>
    </div>
  )
}

type ConditionLineProps = Required<Pick<FilterEditorProps, 'entity' | 'findLinked' | 'variables'>> & {
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

function ConditionLine({ entity, condition, onChange, onRemove, findLinked, variables }: ConditionLineProps) {
  const { t } = useLanguage()
  const fields = filterFields(entity.fields)
  const field = fields.get(condition.column)
  if (!field) return null
  return (
    <div className="flex flex-wrap items-start gap-1">
      <Select
        label={t('records.filter.field')}
        labelHidden
        className="w-36 shrink-0 max-sm:w-full"
        options={[...fields].map(([id, each]) => ({ id, label: fieldLabel(each, t) }))}
        value={condition.column}
        onChange={(column) => {
          const next = fields.get(column)
          if (next) onChange(newCondition(next))
        }}
      />
      <Select
        label={t('records.filter.operator')}
        labelHidden
        className="w-32 shrink-0 max-sm:w-full"
        options={operatorsOf(field).map((operator) => ({ id: operator, label: t(`records.operator.${operator}`) }))}
        value={condition.operator}
        onChange={(id) => onChange(withOperator(condition, id as Operator))}
      />
      <div className="min-w-52 flex-1">
        <DynamicChoice
          {...{ field, condition, findLinked, variables }}
          onChange={(values) => onChange({ ...condition, values })}
        />
      </div>
      <IconButton label={t('records.filter.remove')} icon={<X />} onPress={onRemove} />
    </div>
  )
}

function operatorsOf(field: Field): readonly Operator[] {
  return valueTypeOf(field).operators
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
