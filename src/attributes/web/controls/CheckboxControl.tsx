import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { HelpMark } from '#design/web/fields/HelpMark.tsx'

/** Yes or no; what nobody has said yet is not ticked. */
export function CheckboxControl(props: ControlProps) {
  const { name, value, onChange, isReadOnly } = props
  const { label, error, undertext, icon, help } = fieldProps(props)
  return (
    <div data-field className="flex h-full flex-col gap-1 @lg:pt-7">
      <div className="flex items-center gap-1">
        <Checkbox
          name={name}
          isSelected={value === true}
          isDisabled={isReadOnly}
          onChange={(isTicked) => onChange(isTicked)}
          {...(error === undefined ? {} : { error })}
        >
          <span className="inline-flex items-center gap-1.5">
            {icon}
            {label}
          </span>
        </Checkbox>
        {help && <HelpMark name={label} text={help} />}
      </div>
      {undertext && !error && <p className="pl-6 text-label text-muted">{undertext}</p>}
    </div>
  )
}
