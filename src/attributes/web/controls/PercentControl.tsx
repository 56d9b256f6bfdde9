import { hasPercentSign } from '#attributes/percentReading.ts'
import { percentOfValue } from '#attributes/percentText.ts'
import { readTypedNumber } from '#attributes/numberTyping.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { numberSigns } from '#decimals/numberReading.ts'
import { NumberField, type NumberFieldProps } from '#design/web/fields/NumberField.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A share, typed and shown in percent; `25` and `25 %` are 0.25. */
export function PercentControl(props: ControlProps) {
  const { field, value, onChange, isReadOnly } = props
  return (
    <PercentField
      {...fieldProps(props)}
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' ? null : text)}
      isReadOnly={isReadOnly}
      pretext={field.pretext}
      placeholder={field.placeholder ?? undefined}
    />
  )
}

/** A field for a share: `value` is the share as plain decimal text, or what was typed where that is none. */
export function PercentField({ value, onChange, ...props }: NumberFieldProps) {
  const { numberRegion } = useLanguage()
  return (
    <NumberField
      {...props}
      value={percentOfValue(value) ?? value}
      // What is no number is passed on as it was typed, to be refused with its reason.
      onChange={(text) => onChange(readTypedNumber('percent', text, signsOf(text, numberRegion)) ?? text)}
      posttext="%"
    />
  )
}

/** The field below hands plain numbers on with a point; what has a sign is still as it was typed. */
function signsOf(text: string, region: string) {
  return hasPercentSign(text) ? numberSigns(region) : { decimal: '.', group: '' }
}
