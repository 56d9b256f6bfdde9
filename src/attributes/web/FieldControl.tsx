import { createElement } from 'react'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { ControlProps } from '#attributes/web/control.ts'
import { controls } from '#attributes/web/controls.ts'

/** The control of a field, by its type. */
export function FieldControl(props: ControlProps) {
  return createElement(controls[listMetadata[props.field.type].control], props)
}
