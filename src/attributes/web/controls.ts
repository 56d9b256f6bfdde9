import type { ReactNode } from 'react'
import type { ControlName } from '#attributes/type.ts'
import type { ControlProps } from '#attributes/web/control.ts'
import { CheckboxControl } from '#attributes/web/controls/CheckboxControl.tsx'
import { ColorControl } from '#attributes/web/controls/ColorControl.tsx'
import { DateControl, DateTimeControl } from '#attributes/web/controls/DateControl.tsx'
import { DataQueryControl } from '#attributes/web/controls/DataQueryControl.tsx'
import { DurationControl } from '#attributes/web/controls/DurationControl.tsx'
import { FileControl } from '#attributes/web/controls/FileControl.tsx'
import { LineControl } from '#attributes/web/controls/LineControl.tsx'
import { LookupControl } from '#attributes/web/controls/LookupControl.tsx'
import { MultiSelectAttributeControl } from '#attributes/web/controls/MultiSelectControl.tsx'
import { NoControl } from '#attributes/web/controls/NoControl.tsx'
import { NumberControl } from '#attributes/web/controls/NumberControl.tsx'
import { PasswordControl } from '#attributes/web/controls/PasswordControl.tsx'
import { MonthControl, WeekControl } from '#attributes/web/controls/PeriodControl.tsx'
import { PercentControl } from '#attributes/web/controls/PercentControl.tsx'
import { RatingControl } from '#attributes/web/controls/RatingControl.tsx'
import { ReadonlyControl } from '#attributes/web/controls/ReadonlyControl.tsx'
import { MarkdownControl, RichTextControl } from '#attributes/web/controls/RichTextControl.tsx'
import { SelectAttributeControl } from '#attributes/web/controls/SelectControl.tsx'
import { SubmitControl } from '#attributes/web/controls/SubmitControl.tsx'
import { TextAreaControl } from '#attributes/web/controls/TextAreaControl.tsx'
import { TimeControl } from '#attributes/web/controls/TimeControl.tsx'

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
  select: SelectAttributeControl,
  lookup: LookupControl,
  readonly: ReadonlyControl,
  url: LineControl,
  tel: LineControl,
  search: LineControl,
  password: PasswordControl,
  hidden: NoControl,
  markup: MarkdownControl,
  wysiwyg: RichTextControl,
  file: FileControl,
  image: FileControl,
  color: ColorControl,
  time: TimeControl,
  month: MonthControl,
  week: WeekControl,
  principal: LookupControl,
  multiselect: MultiSelectAttributeControl,
  related: NoControl,
  button: NoControl,
  submit: SubmitControl,
  dataquery: DataQueryControl,
  rating: RatingControl,
  duration: DurationControl,
  percent: PercentControl,
}

/** Whether a form has a place for fields of a control; what is calculated or only kept has none. */
export function isInForms(control: ControlName): boolean {
  return controls[control] !== NoControl
}
