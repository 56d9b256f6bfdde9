import { useState } from 'react'
import { clockText } from '#dates/clockText.ts'
import { writeTypedNumber } from '#attributes/numberLine.ts'
import { readTypedNumber } from '#attributes/numberTyping.ts'
import { readDuration } from '#attributes/span.ts'
import { optionLabelOf, valueTypeOf, type Field } from '#attributes/attribute.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { PercentField } from '#attributes/web/controls/PercentControl.tsx'
import { numberSigns } from '#decimals/numberReading.ts'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { ColorField } from '#design/web/fields/ColorField.tsx'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import { DateTimePicker } from '#design/web/dates/DateTimePicker.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { Select, type Option } from '#design/web/choice/Select.tsx'
import { TimeField } from '#design/web/dates/TimeField.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { FilterValue as Given } from '#views/dynamic.ts'
import { valueCountOf, type Condition } from '#views/filter.ts'

type FilterValueProps = {
  readonly field: Field
  readonly condition: Condition
  readonly onChange: (values: readonly Given[]) => void
  readonly findLinked: FindLinked
}

/** The control for what a condition compares with, by the type of its field. */
export function FilterValueField({ field, condition, onChange, findLinked }: FilterValueProps) {
  const { t } = useLanguage()
  const count = valueCountOf(condition.operator)
  const [first] = condition.values
  const value = typeof first === 'string' ? first : ''
  const label = t('records.filter.value')
  const one = (text: string) => onChange(text === '' ? [] : [text])
  if (count === 'none') return null
  if (valueTypeOf(field).filter === 'choice' && count === 'many') {
    return (
      <fieldset className="max-h-40 overflow-auto rounded-control border border-control-line px-2 py-1">
        <legend className="sr-only">{label}</legend>
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            isSelected={condition.values.includes(option.value)}
            onChange={(isTicked) =>
              onChange(
                isTicked
                  ? [...condition.values, option.value]
                  : condition.values.filter((each) => each !== option.value),
              )
            }
          >
            {optionLabelOf(field, option.value, t)}
          </Checkbox>
        ))}
      </fieldset>
    )
  }
  if (count === 'many') return <ListValue {...{ field, label, condition, onChange }} />
  const common = { label, labelHidden: true } as const
  const { filter, number } = valueTypeOf(field)
  switch (filter) {
    case 'truth':
      return (
        <Select
          {...common}
          options={[
            { id: 'true', label: t('attributes.yes') },
            { id: 'false', label: t('attributes.no') },
          ]}
          value={String(first ?? '')}
          onChange={(id) => onChange([id === 'true'])}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          options={field.options.map(({ value: id }) => ({ id, label: optionLabelOf(field, id, t) }))}
          value={value}
          onChange={one}
        />
      )
    case 'number':
      if (number === 'percent') return <PercentField {...common} value={value} onChange={one} />
      return <NumberField {...common} decimal={number !== 'whole'} value={value} onChange={one} />
    case 'day':
      return <DatePicker {...common} value={value} onChange={one} />
    case 'time':
      return <TimeField {...common} value={value} onChange={one} />
    case 'duration':
      return <DurationValue {...common} value={value} onChange={one} />
    case 'color':
      return <ColorField {...common} value={value} onChange={one} />
    case 'moment':
      return <DateTimePicker {...common} value={value} onChange={one} />
    case 'link':
      return <LinkValue {...{ field, label, value, findLinked }} onChange={one} />
    case 'line':
      return <TextField {...common} value={value} onChange={one} />
  }
}

/** A span of time, typed as hours and minutes. */
function DurationValue({
  value,
  onChange,
  ...props
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(clockText(value) ?? value)
  return (
    <TextField
      {...props}
      labelHidden
      placeholder="0:00"
      value={typed}
      onChange={(text) => {
        setTyped(text)
        onChange(readDuration(text.trim()) ?? text)
      }}
    />
  )
}

/** Several values, written with semicolons between them. */
function ListValue({
  field,
  label,
  condition,
  onChange,
}: Pick<FilterValueProps, 'field' | 'condition' | 'onChange'> & { label: string }) {
  const { t, numberRegion } = useLanguage()
  const signs = numberSigns(numberRegion)
  const { number } = valueTypeOf(field)
  const shown = (value: string) => (number ? writeTypedNumber(number, value, signs) : value)
  const [text, setText] = useState(condition.values.map((value) => shown(String(value))).join('; '))
  return (
    <TextField
      {...{ label }}
      labelHidden
      placeholder={t('records.filter.list')}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(
          next
            .split(';')
            .map((part) => part.trim())
            .filter((part) => part !== '')
            .map((part) => (number ? (readTypedNumber(number, part, signs) ?? part) : part)),
        )
      }}
    />
  )
}

type LinkValueProps = Pick<FilterValueProps, 'field' | 'findLinked'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (id: string) => void
}

function LinkValue({ field, label, value, findLinked, onChange }: LinkValueProps) {
  const [chosen, setChosen] = useState<Option>()
  const shown = value === '' ? undefined : chosen?.id === value ? chosen : { id: value, label: `${value.slice(0, 8)}…` }
  return (
    <ComboBox
      label={label}
      labelHidden
      value={shown}
      search={(text, signal) => findLinked(field, text, signal)}
      onChange={(option) => {
        setChosen(option)
        onChange(option?.id ?? '')
      }}
    />
  )
}
