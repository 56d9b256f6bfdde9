import type { Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { fieldIcon } from '#attributes/web/fieldIcon.tsx'
import type { Option } from '#design/web/choice/Select.tsx'

/** The records that a lookup may link to, best first, for what was typed; `form` are the values beside it, by column. */
export type FindLinked = (
  field: Field,
  text: string,
  signal: AbortSignal,
  form?: Readonly<Record<string, unknown>>,
) => Promise<readonly Option[]>

/** What a form gives to the control of a field. */
export type ControlProps = {
  readonly field: Field
  /** The column: the control's name in the form. */
  readonly name: string
  readonly label: string
  readonly value: WireValue
  /** What a lookup's value links to. */
  readonly linked: Option | undefined
  readonly onChange: (value: WireValue, linked?: Option) => void
  readonly error?: string
  readonly isReadOnly?: boolean
  readonly findLinked: FindLinked
  /** The environment that files are brought to. */
  readonly envid?: string
  /** The record that the form is about; undefined for a new one. */
  readonly recordId?: string
  /** The page of a record of a set, where there is one. */
  readonly addressOf?: (set: string, id: string) => string | undefined
  /** What the select holds whose choice decides which options are offered. */
  readonly parentValue?: WireValue
}

/** What all controls hand on to the field around them. */
export function fieldProps({ field, label, name, error }: ControlProps) {
  const icon = fieldIcon(field)
  return {
    label,
    name,
    required: field.required,
    ...(icon ? { icon } : {}),
    ...(field.description ? { help: field.description } : {}),
    ...(field.undertext ? { undertext: field.undertext } : {}),
    ...(error === undefined ? {} : { error }),
  }
}
