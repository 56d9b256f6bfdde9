import { ChevronsUpDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Badge } from '#design/web/display/Badge.tsx'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
import { OptionList, type Option } from '#design/web/choice/OptionList.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type MultiSelectProps = FieldProps & {
  readonly options: readonly Option[]
  /** The ids of the chosen options. */
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly name?: string
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly autoFocus?: boolean
}

/** The control of MultiSelect: the chosen values as badges, all of them in a list to tick. */
export function MultiSelectControl(props: MultiSelectProps) {
  const { options, value, onChange, name, placeholder, isDisabled, isOpen, onOpenChange, autoFocus } = props
  const { t } = useLanguage()
  const chosen = options.filter(({ id }) => value.includes(id))
  return (
    <Field {...props}>
      {(wiring) => (
        <AriaSelect
          {...{ name, isDisabled, isOpen, onOpenChange, autoFocus }}
          selectionMode="multiple"
          isInvalid={props.error !== undefined}
          isRequired={props.required}
          validationBehavior="aria"
          aria-labelledby={wiring['aria-labelledby']}
          aria-describedby={wiring['aria-describedby']}
          value={[...value]}
          onChange={(keys) => onChange(keys.map(String))}
        >
          <Button
            id={wiring.id}
            className="control flex h-auto! min-h-(--control) w-full items-center gap-2 px-2.5 py-1 text-left"
            data-invalid={props.error ? '' : undefined}
          >
            <SelectValue className="flex min-w-0 flex-1 flex-wrap items-center gap-1 data-placeholder:text-muted">
              {() =>
                chosen.length === 0 ? (
                  <span className="truncate text-muted">{placeholder ?? t('design.choose')}</span>
                ) : (
                  chosen.map(({ id, label, icon }) => (
                    <Badge key={id} icon={icon}>
                      {label}
                    </Badge>
                  ))
                )
              }
            </SelectValue>
            <ChevronsUpDown size={14} className="shrink-0 text-muted" aria-hidden />
          </Button>
          <OptionList options={options} />
        </AriaSelect>
      )}
    </Field>
  )
}
