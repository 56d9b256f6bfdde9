import { Check } from 'lucide-react'
import { isColour } from '#design/brand.ts'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type ColorFieldProps = FieldProps & {
  /** `#rrggbb`, or whatever is being typed. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly swatches?: readonly string[]
  /** The colour that holds while none is chosen. */
  readonly fallback?: string
  readonly name?: string
  readonly onBlur?: () => void
  readonly isDisabled?: boolean
}

/** Sixteen hues that stay apart, for environments, options and the like. */
export const standardSwatches = [
  '#2563eb',
  '#0891b2',
  '#0d9488',
  '#16a34a',
  '#65a30d',
  '#ca8a04',
  '#ea580c',
  '#dc2626',
  '#e11d48',
  '#db2777',
  '#c026d3',
  '#9333ea',
  '#7c3aed',
  '#4f46e5',
  '#475569',
  '#57534e',
]

/** A colour: one of some swatches, or any by its hex value. */
export function ColorField(props: ColorFieldProps) {
  const { value, onChange, swatches = standardSwatches, fallback, name, onBlur } = props
  const { isDisabled, error, required } = props
  const { t } = useLanguage()
  const shown = value === '' ? (fallback ?? '') : value
  return (
    <Field {...props}>
      {(wiring) => (
        <div className="flex flex-col gap-2">
          <div role="group" aria-labelledby={wiring['aria-labelledby']} className="flex flex-wrap gap-1.5">
            {swatches.map((swatch) => (
              <button
                key={swatch}
                type="button"
                disabled={isDisabled}
                aria-label={swatch}
                aria-pressed={swatch === value.toLowerCase()}
                onClick={() => onChange(swatch)}
                className="focus-ring grid size-6 place-items-center rounded-full text-on-brand pointer-coarse:size-11"
                style={{ background: swatch }}
              >
                {swatch === value.toLowerCase() && <Check size={14} strokeWidth={3} aria-hidden />}
              </button>
            ))}
          </div>
          <div className="control flex w-36 items-center" data-invalid={error ? '' : undefined}>
            <span
              aria-hidden
              className="ml-2 size-4 shrink-0 rounded-small border border-line"
              style={{ background: isColour(shown) ? shown : 'transparent' }}
            />
            <input
              id={wiring.id}
              aria-label={`${props.label}: ${t('design.colourHex')}`}
              aria-describedby={wiring['aria-describedby']}
              aria-invalid={error ? true : undefined}
              aria-required={required}
              {...{ name, onBlur, value }}
              placeholder={fallback}
              disabled={isDisabled}
              maxLength={7}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => onChange(event.target.value)}
              className="h-full min-h-7 w-full min-w-0 bg-transparent px-2 font-mono outline-none"
            />
          </div>
        </div>
      )}
    </Field>
  )
}
