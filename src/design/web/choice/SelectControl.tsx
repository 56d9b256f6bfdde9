import { ChevronsUpDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
import { noneKey, OptionList, type Option } from '#design/web/choice/OptionList.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type SelectProps = FieldProps & {
  readonly options: readonly Option[]
  /** The id of the chosen option; '' for none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  readonly placeholder?: string
  /** Offers a first line that chooses nothing. */
  readonly clearable?: boolean
  readonly isDisabled?: boolean
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly autoFocus?: boolean
}

/** The control of Select. */
export function SelectControl(props: SelectProps) {
  const {
    options,
    value,
    onChange,
    onBlur,
    name,
    placeholder,
    clearable,
    isDisabled,
    isOpen,
    onOpenChange,
    autoFocus,
  } = props
  const { t } = useLanguage()
  const lines = clearable ? [{ id: '', label: t('design.none') }, ...options] : options
  return (
    <Field {...props}>
      {(wiring) => (
        <AriaSelect
          {...{ name, isDisabled, isOpen, onOpenChange, onBlur, autoFocus }}
          isInvalid={props.error !== undefined}
          isRequired={props.required}
          validationBehavior="aria"
          aria-labelledby={wiring['aria-labelledby']}
          aria-describedby={wiring['aria-describedby']}
          value={value === '' ? null : value}
          onChange={(key) => onChange(key === null || key === noneKey ? '' : String(key))}
        >
          <Button
            id={wiring.id}
            className="control flex w-full items-center gap-2 px-2.5 text-left"
            data-invalid={props.error ? '' : undefined}
          >
            <SelectValue className="flex min-w-0 flex-1 items-center gap-2 data-placeholder:text-muted">
              {({ isPlaceholder, selectedText }) => {
                const chosen = options.find(({ id }) => id === value)
                if (isPlaceholder || !chosen)
                  return <span className="truncate">{placeholder ?? (selectedText || t('design.choose'))}</span>
                return (
                  <>
                    {chosen.icon}
                    <span className="truncate">{chosen.label}</span>
                  </>
                )
              }}
            </SelectValue>
            <ChevronsUpDown size={14} className="shrink-0 text-muted" aria-hidden />
          </Button>
          <OptionList options={lines} />
        </AriaSelect>
      )}
    </Field>
  )
}
