import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { Field } from '#attributes/attribute.ts'
import { clockText } from '#dates/clockText.ts'
import { spokenTime } from '#dates/clockTime.ts'
import { readDay } from '#dates/day.ts'
import { writeTypedNumber } from '#attributes/numberLine.ts'
import { readTypedNumber } from '#attributes/numberTyping.ts'
import { readDuration } from '#attributes/span.ts'
import { listOfTexts } from '#attributes/textList.ts'
import type { ControlName, EditorName, WireValue } from '#attributes/type.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { optionLine } from '#attributes/web/optionLine.tsx'
import { numberSigns } from '#decimals/numberReading.ts'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import { DateTimePicker } from '#design/web/dates/DateTimePicker.tsx'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { TextEditor } from '#design/web/grid/TextEditor.tsx'
import { Select, type Option } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** What an inline editor of a cell is given. A lookup tells the name of what it links to with its value. */
export type CellEditorProps = {
  readonly field: Field
  readonly label: string
  readonly value: WireValue
  readonly linked: Option | undefined
  readonly initialText: string | undefined
  readonly findLinked: FindLinked
  readonly change: (value: WireValue, linked?: Option) => void
  readonly commit: (value: WireValue, linked?: Option) => void
  readonly cancel: () => void
}

type Editor = (props: CellEditorProps) => ReactNode

/** One inline editor for each name that attribute types use; yes and no is toggled without one. */
const editors: Readonly<Record<Exclude<EditorName, 'toggle'>, Editor>> = {
  line: LineEditor,
  long: LongTextEditor,
  number: NumberEditor,
  date: DateEditor,
  datetime: DateTimeEditor,
  time: TimeEditor,
  duration: DurationEditor,
  select: SelectEditor,
  choices: ManyEditor,
  link: LookupEditor,
}

/** The inline editor of a field, by its type. */
export function InlineEditor(props: CellEditorProps) {
  const { editor } = listMetadata[props.field.type]
  if (editor === null || editor === 'toggle') return null
  const Editor = editors[editor]
  return <Editor {...props} />
}

const inputModes: Partial<Record<ControlName, 'email' | 'url' | 'tel'>> = {
  email: 'email',
  url: 'url',
  tel: 'tel',
}

function LineEditor({ field, label, value, initialText, change }: CellEditorProps) {
  return (
    <TextEditor
      {...{ label, initialText }}
      text={String(value ?? '')}
      onChange={(text) => change(text === '' ? null : text)}
      inputMode={inputModes[listMetadata[field.type].control] ?? 'text'}
    />
  )
}

function NumberEditor({ field, label, value, initialText, change }: CellEditorProps) {
  const { numberRegion } = useLanguage()
  const signs = numberSigns(numberRegion)
  const form = listMetadata[field.type].number ?? 'whole'
  return (
    <TextEditor
      {...{ label, initialText }}
      text={value === null ? '' : writeTypedNumber(form, String(value), signs)}
      // What is no number goes on as it was typed, to be refused with its reason.
      onChange={(text) => change(text.trim() === '' ? null : (readTypedNumber(form, text, signs) ?? text))}
      inputMode={form === 'whole' ? 'numeric' : 'decimal'}
      align="end"
    />
  )
}

function TimeEditor({ label, value, initialText, change }: CellEditorProps) {
  const { time } = useLanguage()
  return (
    <TextEditor
      {...{ label, initialText }}
      text={value === null ? '' : time(String(value))}
      // A time that the reader's language writes is understood as well as any other form.
      onChange={(text) => change(text.trim() === '' ? null : (spokenTime(text, time) ?? text))}
    />
  )
}

function LongTextEditor({ label, value, initialText, change }: CellEditorProps) {
  const [text, setText] = useState(initialText ?? String(value ?? ''))
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
    if (initialText !== undefined) change(initialText)
    // oxlint-disable-next-line react/exhaustive-deps -- only when the edit begins
  }, [])
  return (
    <textarea
      ref={area}
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        change(event.target.value === '' ? null : event.target.value)
      }}
      className="absolute top-0 left-0 h-36 w-full min-w-80 resize-none rounded-control bg-raised px-2.5 py-1.5 whitespace-pre-wrap text-text shadow-float outline-2 -outline-offset-2 outline-brand"
    />
  )
}

function DateEditor({ label, value, initialText, change, commit }: CellEditorProps) {
  const { dateOrder } = useLanguage()
  if (initialText !== undefined) {
    // Who types, types a whole date; who opens the cell gets the picker.
    const read = (text: string) => change(text === '' ? null : (readDay(text, dateOrder) ?? text))
    return <TextEditor {...{ label, initialText }} text="" onChange={read} />
  }
  return <PickerEditor {...{ label, value, change, commit }} Picker={DatePicker} />
}

function DateTimeEditor({ label, value, change, commit }: CellEditorProps) {
  return <PickerEditor {...{ label, value, change, commit }} Picker={DateTimePicker} />
}

function PickerEditor({
  label,
  value,
  change,
  commit,
  Picker,
}: Pick<CellEditorProps, 'label' | 'value' | 'change' | 'commit'> & { Picker: typeof DatePicker }) {
  const [day, setDay] = useState(String(value ?? ''))
  const cell = useRef<HTMLDivElement>(null)
  return (
    <Floating
      place={cell}
      onEnter={(event) => {
        // The parts of a date and its button keep Enter to themselves; in a cell it ends the edit. Space opens the calendar.
        if (event.key !== 'Enter' || !event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        event.stopPropagation()
        commit(day === '' ? null : day)
      }}
    >
      <Picker
        label={label}
        labelHidden
        autoFocus
        value={day}
        onChange={(next) => {
          setDay(next)
          // A day that is pressed in the calendar is all there is to choose; a moment has its time too.
          const isPressed = Picker === DatePicker && cell.current?.contains(document.activeElement) === false
          if (isPressed && next !== '') commit(next)
          else change(next === '' ? null : next)
        }}
      />
    </Floating>
  )
}

function SelectEditor({ field, label, value, initialText, commit, cancel }: CellEditorProps) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(true)
  const options = field.options
    .filter((option) => option.active || option.value === value)
    .map((option) => optionLine(field, option, t))
  const typed = initialText?.trim().toLocaleLowerCase()
  const begun = typed ? options.find((option) => option.label.toLocaleLowerCase().startsWith(typed)) : undefined
  return (
    <Floating
      onEnter={(event) => {
        // The option that was typed counts as chosen already; Enter on it is a choice all the same.
        const line = event.target instanceof Element ? event.target.closest('[role=option]') : null
        if (event.key !== 'Enter' || !begun || line?.getAttribute('data-key') !== begun.id) return
        event.preventDefault()
        event.stopPropagation()
        commit(begun.id)
      }}
    >
      <Select
        {...{ label, options, isOpen }}
        labelHidden
        autoFocus
        clearable={!field.required}
        value={begun?.id ?? String(value ?? '')}
        // A list that closes without a choice leaves the cell as it was.
        onOpenChange={(open) => {
          setOpen(open)
          if (!open) cancel()
        }}
        onChange={(id) => commit(id === '' ? null : id)}
      />
    </Floating>
  )
}

/** Several choices: what is ticked when the list closes is the value. */
function ManyEditor({ field, label, value, change, commit }: CellEditorProps) {
  const { t } = useLanguage()
  const [chosen, setChosen] = useState<readonly string[]>(value === null ? [] : listOfTexts(value))
  const [isOpen, setOpen] = useState(true)
  const valueOf = (ids: readonly string[]) => (ids.length === 0 ? null : ids)
  return (
    <Floating>
      <MultiSelect
        {...{ label, isOpen }}
        labelHidden
        autoFocus
        options={field.options
          .filter((option) => option.active || chosen.includes(option.value))
          .map((option) => optionLine(field, option, t))}
        value={chosen}
        onOpenChange={(open) => {
          setOpen(open)
          if (!open) commit(valueOf(chosen))
        }}
        onChange={(ids) => {
          setChosen(ids)
          change(valueOf(ids))
        }}
      />
    </Floating>
  )
}

function DurationEditor({ label, value, initialText, change }: CellEditorProps) {
  return (
    <TextEditor
      {...{ label, initialText }}
      text={clockText(String(value ?? '')) ?? ''}
      onChange={(text) => change(text.trim() === '' ? null : (readDuration(text.trim()) ?? text))}
      inputMode="text"
      align="end"
    />
  )
}

function LookupEditor({ field, label, value, linked, initialText, findLinked, commit }: CellEditorProps) {
  const chosen = typeof value === 'string' ? (linked ?? { id: value, label: value }) : undefined
  return (
    <Floating>
      <ComboBox
        label={label}
        labelHidden
        autoFocus
        initialText={initialText}
        value={chosen}
        search={(text, signal) => findLinked(field, text, signal)}
        onChange={(option) => commit(option?.id ?? null, option)}
      />
    </Floating>
  )
}

type FloatingProps = {
  readonly children: ReactNode
  readonly place?: RefObject<HTMLDivElement | null>
  readonly onEnter?: (event: KeyboardEvent) => void
}

/** A control that may be wider than its cell. */
function Floating({ children, place, onEnter }: FloatingProps) {
  return (
    <div ref={place} className="absolute top-0 left-0 w-full min-w-48 bg-raised" onKeyDownCapture={onEnter}>
      {children}
    </div>
  )
}
