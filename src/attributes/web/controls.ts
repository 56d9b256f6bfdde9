import type { ReactNode } from 'react'
import type { ControlName } from '#attributes/type.ts'
import type { ControlProps } from '#attributes/web/control.ts'
import { CheckboxControl } from '#attributes/web/controls/CheckboxControl.tsx'
import { DateControl, DateTimeControl } from '#attributes/web/controls/DateControl.tsx'
import { LineControl } from '#attributes/web/controls/LineControl.tsx'
import { LookupControl } from '#attributes/web/controls/LookupControl.tsx'
import { NumberControl } from '#attributes/web/controls/NumberControl.tsx'
import { ReadonlyControl } from '#attributes/web/controls/ReadonlyControl.tsx'
import { SelectControl } from '#attributes/web/controls/SelectControl.tsx'
import { TextAreaControl } from '#attributes/web/controls/TextAreaControl.tsx'

export type Control = (props: ControlProps) => ReactNode

/** One control for each name that attribute types use. */
export const controls: Readonly<Record<ControlName, Control>> = {
  text: LineControl,
  textarea: TextAreaControl,
  email: LineControl,
  number: NumberControl,
  decimal: NumberControl,
  checkbox: CheckboxControl,
  date: DateControl,
  datetime: DateTimeControl,
  select: SelectControl,
  lookup: LookupControl,
  readonly: ReadonlyControl,
  url: LineControl,
  tel: LineControl,
  search: LineControl,
  password: LineControl,
  hidden: ReadonlyControl,
  markup: TextAreaControl,
  wysiwyg: TextAreaControl,
  file: ReadonlyControl,
  image: ReadonlyControl,
  color: LineControl,
  time: LineControl,
  month: LineControl,
  week: LineControl,
  principal: LookupControl,
  multiselect: ReadonlyControl,
  related: ReadonlyControl,
  button: ReadonlyControl,
  submit: ReadonlyControl,
  dataquery: ReadonlyControl,
  rating: NumberControl,
  duration: LineControl,
}
