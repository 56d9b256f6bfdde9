import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import type { VariableType } from '#expressions/variable.ts'
import { useLanguage } from '#language/web/language.tsx'

type VariableValueFieldProps = {
  readonly type: VariableType
  readonly value: string | boolean | null
  readonly error: string | undefined
  readonly onChange: (value: string | boolean | null) => void
}

/** The value of a variable, typed as its type wants it. */
export function VariableValueField({ type, value, error, onChange }: VariableValueFieldProps) {
  const { t } = useLanguage()
  const text = typeof value === 'string' ? value : ''
  const field = { label: t('variables.value'), name: 'value', ...(error === undefined ? {} : { error }) }
  const write = (next: string) => onChange(next === '' ? null : next)
  switch (type) {
    case 'number':
      return <NumberField {...field} decimal value={text} onChange={write} />
    case 'date':
      return <DatePicker {...field} value={text} onChange={write} />
    case 'boolean':
      return (
        <Select
          {...field}
          clearable
          placeholder={t('variables.noValue')}
          options={[
            { id: 'true', label: t('variables.yes') },
            { id: 'false', label: t('variables.no') },
          ]}
          value={value === null ? '' : String(value)}
          onChange={(id) => onChange(id === '' ? null : id === 'true')}
        />
      )
    case 'json':
      return (
        <TextArea
          {...field}
          undertext={t('variables.valueHint')}
          className="[&_textarea]:font-mono"
          spellCheck={false}
          value={text}
          onChange={write}
        />
      )
    case 'text':
      return <TextArea {...field} rows={2} value={text} onChange={write} />
  }
}
