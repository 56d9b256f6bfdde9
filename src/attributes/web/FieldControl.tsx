import { createElement } from 'react'
import { looks } from '#attributes/looks.ts'
import type { ControlProps } from '#attributes/web/control.ts'
import { controls } from '#attributes/web/controls.ts'

/** The control of a field, by its type. */
export function FieldControl(props: ControlProps) {
  return createElement(controls[looks[props.field.type].control], props)
}
