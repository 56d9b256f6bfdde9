import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { renderValue } from '#attributes/web/cells.tsx'
import { Field } from '#design/web/fields/Field.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** A value that forms show and never change. */
export function ReadonlyControl(props: ControlProps) {
  const { field, value } = props
  const language = useLanguage()
  return (
    <Field {...fieldProps(props)}>
      {(wiring) => (
        <output
          id={wiring.id}
          aria-labelledby={wiring['aria-labelledby']}
          aria-describedby={wiring['aria-describedby']}
          className="flex min-h-(--control) items-center rounded-control bg-subtle px-2.5 py-1 break-words"
        >
          <span className="min-w-0">
            {renderValue({ field, value, language }) ?? <span className="text-muted">–</span>}
          </span>
        </output>
      )}
    </Field>
  )
}
