import { Clock, UserRound, Variable } from 'lucide-react'
import type { Field } from '#attributes/attribute.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu, type MenuGroup } from '#design/web/overlay/Menu.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { FilterValueField } from '#records/web/viewEditor/FilterValueField.tsx'
import { furthestPeriod, isDynamic, type DynamicValue, type FilterValue as Value } from '#views/dynamic.ts'
import { periodUnits, type PeriodUnit } from '#dates/periodUnit.ts'
import { valueCountOf, type Condition } from '#views/filter.ts'
import { dynamicsFor } from '#views/capability.ts'
import { sayDynamic } from '#views/web/sayDynamic.ts'

type DynamicChoiceProps = {
  readonly field: Field
  readonly condition: Condition
  readonly onChange: (values: readonly Value[]) => void
  readonly findLinked: FindLinked
  readonly variables: readonly string[]
}

/** What a condition compares with: a value, or one that is worked out when somebody reads. */
export function DynamicChoice({ field, condition, onChange, findLinked, variables }: DynamicChoiceProps) {
  const language = useLanguage()
  const { t } = language
  const dynamics = dynamicsFor(field)
  const count = valueCountOf(condition.operator)
  const canVary = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'].includes(condition.operator)
  const [first] = condition.values
  const chosen = first !== undefined && isDynamic(first) ? first : undefined
  if (count === 'none') return null
  const pick = (value: DynamicValue) => ({
    id: Object.values(value).join('-'),
    label: sayDynamic(value, language),
    onAction: () => onChange([value]),
  })
  const people = (['me', 'teams', 'unit'] as const).filter((each) => dynamics.includes(each))
  const groups: MenuGroup[] = [
    { id: 'people', actions: people.map((dynamic) => pick({ dynamic })) },
    ...(dynamics.includes('period')
      ? periodUnits.map((unit) => ({
          id: unit,
          actions: [0, -1, 1].map((shift) => pick({ dynamic: 'period', unit, shift })),
        }))
      : []),
    {
      id: 'variables',
      actions: dynamics.includes('variable') ? variables.map((key) => pick({ dynamic: 'variable', key })) : [],
    },
    ...(chosen
      ? [{ id: 'fixed', actions: [{ id: 'fixed', label: t('views.dynamic.fixed'), onAction: () => onChange([]) }] }]
      : []),
  ].filter(({ actions }) => actions.length > 0)
  const icon = dynamics.includes('period') ? <Clock /> : people.length > 0 ? <UserRound /> : <Variable />
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        {chosen ? (
          <Chosen value={chosen} onChange={(next) => onChange([next])} />
        ) : (
          <FilterValueField {...{ field, condition, onChange, findLinked }} />
        )}
      </div>
      {groups.length > 0 && canVary && (
        <Menu
          label={t('views.dynamic.choose')}
          placement="bottom end"
          trigger={<IconButton label={t('views.dynamic.choose')} icon={icon} />}
          groups={groups}
        />
      )}
    </div>
  )
}

/** A period can be moved on from the present one; the others are what they are. */
function Chosen({ value, onChange }: { value: DynamicValue; onChange: (value: DynamicValue) => void }) {
  const language = useLanguage()
  const { t } = language
  if (value.dynamic !== 'period')
    return <p className="control flex h-control items-center truncate px-2.5">{sayDynamic(value, language)}</p>
  return (
    <div className="flex flex-col gap-1">
      <p className="control flex h-control items-center truncate px-2.5">{sayDynamic(value, language)}</p>
      <div className="flex gap-1">
        <NumberField
          label={t('views.dynamic.shift')}
          labelHidden
          className="w-16 shrink-0"
          value={String(value.shift)}
          onChange={(text) => {
            const shift = Number(text)
            if (Number.isInteger(shift) && Math.abs(shift) <= furthestPeriod) onChange({ ...value, shift })
          }}
        />
        <Select
          label={t('views.dynamic.unit')}
          labelHidden
          className="min-w-24 flex-1"
          options={periodUnits.map((unit) => ({ id: unit, label: t(`views.dynamic.units.${unit}`) }))}
          value={value.unit}
          onChange={(unit) => onChange({ ...value, unit: unit as PeriodUnit })}
        />
      </div>
    </div>
  )
}
