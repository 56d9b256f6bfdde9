import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Field, type FieldProps } from '#design/web/fields/Field.tsx'
import { OptionList, type Option } from '#design/web/choice/OptionList.tsx'
import { useLanguage } from '#language/web/language.tsx'

export type ComboBoxProps = FieldProps & {
  readonly value: Option | undefined
  readonly onChange: (value: Option | undefined) => void
  /** The options for what was typed, best first; '' gives the first ones. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
  readonly onBlur?: () => void
  readonly name?: string
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly autoFocus?: boolean
  /** What was typed before the control was there; it is looked for. */
  readonly initialText?: string | undefined
}

// Waits for a pause in the typing before it asks.
const pause = 150

/** The control of ComboBox. */
export function ComboBoxControl(props: ComboBoxProps) {
  const { value, onChange, search, onBlur, name, placeholder, isDisabled, autoFocus, initialText } = props
  const { t } = useLanguage()
  // What is being typed counts only for the value that it began with; another value brings its own text.
  const [typed, setTyped] = useState<{ readonly from: string | undefined; readonly text: string } | undefined>(
    initialText === undefined ? undefined : { from: value?.id, text: initialText },
  )
  const text = typed && typed.from === value?.id ? typed.text : (value?.label ?? '')
  const setText = (next: string) => setTyped({ from: value?.id, text: next })
  const [isOpen, setOpen] = useState(false)
  const isTyped = text !== (value?.label ?? '')
  const { options, state } = useSearch(search, isTyped ? text : '', isOpen)

  return (
    <Field {...props}>
      {(wiring) => (
        <AriaComboBox
          aria-labelledby={wiring['aria-labelledby']}
          aria-describedby={wiring['aria-describedby']}
          {...{ name, isDisabled, autoFocus, onBlur }}
          isInvalid={props.error !== undefined}
          isRequired={props.required}
          validationBehavior="aria"
          menuTrigger="focus"
          allowsEmptyCollection
          items={options}
          inputValue={text}
          onInputChange={setText}
          onOpenChange={setOpen}
          value={value?.id ?? null}
          onChange={(key) => {
            const chosen = options.find(({ id }) => id === key)
            // Emptying the text unlinks; a text that matches nothing goes back to what was chosen.
            if (chosen || text === '') onChange(chosen)
            else setTyped(undefined)
          }}
        >
          <Group className="control flex items-center" data-invalid={props.error ? '' : undefined}>
            <Input
              id={wiring.id}
              // Typing replaces what was chosen; what is being typed goes on.
              onFocus={(event) => {
                if (!isTyped) event.currentTarget.select()
              }}
              placeholder={placeholder ?? t('design.choose')}
              className="h-full min-h-7 w-full min-w-0 rounded-control bg-transparent px-2.5 outline-none"
            />
            <Button className="grid h-full w-8 shrink-0 place-items-center text-muted">
              <ChevronsUpDown size={14} aria-hidden />
            </Button>
          </Group>
          <OptionList options={options} empty={t(emptyTexts[state])} />
        </AriaComboBox>
      )}
    </Field>
  )
}

type SearchState = 'searching' | 'found' | 'failed'

const emptyTexts = {
  searching: 'design.searching',
  found: 'design.nothingFound',
  failed: 'design.searchFailed',
} as const

function useSearch(search: ComboBoxProps['search'], text: string, isOpen: boolean) {
  const [found, setFound] = useState<{ options: readonly Option[]; state: SearchState }>({
    options: [],
    state: 'searching',
  })
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  useEffect(() => {
    if (!isOpen) return
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        latest.current(text, abort.signal).then(
          (options) => !abort.signal.aborted && setFound({ options, state: 'found' }),
          () => !abort.signal.aborted && setFound({ options: [], state: 'failed' }),
        )
      },
      text === '' ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, isOpen])
  return found
}
