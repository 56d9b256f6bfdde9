import { Field, type FieldProps } from '#design/web/fields/Field.tsx'

/** The frame of a control whose code is still on its way. */
export function PendingField(props: FieldProps) {
  return <Field {...props}>{() => <div aria-busy className="control" data-static data-disabled="" />}</Field>
}
