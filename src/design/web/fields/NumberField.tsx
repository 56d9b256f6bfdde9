import { useState } from 'react'
import { numberSigns, parseNumberText } from '#decimals/numberReading.ts'
import { writeNumberText } from '#decimals/numberText.ts'
import { TextField, type TextFieldProps } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type NumberFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'> & {
  /** Whether the value may have digits behind the decimal sign. */
  readonly decimal?: boolean
}

/**
 * A number as plain decimal text (`-1234.50`), so that no digit is lost; shown and typed as the reader writes it.
 * What is not a number is passed on as it was typed, for the form to say so.
 */
export function NumberField({ value, onChange, onFocus, onBlur, decimal = true, ...props }: NumberFieldProps) {
  const { numberRegion, number } = useLanguage()
  const signs = numberSigns(numberRegion)
  const [typed, setTyped] = useState<string>()
  const plain = parseNumberText(value, { decimal: '.', group: '' })
  const shown = plain === undefined ? value : number(plain, plain.split('.')[1]?.length ?? 0)

  return (
    <TextField
      {...props}
      inputMode={decimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? shown}
      onChange={(text) => {
        setTyped(text)
        onChange(text.trim() === '' ? '' : (parseNumberText(text, signs) ?? text))
      }}
      onFocus={(event) => {
        setTyped(plain === undefined ? value : writeNumberText(plain, signs))
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
