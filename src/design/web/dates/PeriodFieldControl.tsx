import { CalendarRange, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { TextField, type TextFieldProps } from '#design/web/fields/TextField.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'

export type Period = { readonly id: string; readonly label: string; readonly detail?: string }

export type PeriodFieldProps = Omit<TextFieldProps, 'type' | 'posttext'> & {
  /** The months or weeks of a year. */
  readonly periodsOf: (year: number) => readonly Period[]
  readonly thisYear: number
}

/** The control of PeriodField. A part of a year, such as a month or week: typed as it is written, or chosen in the list of its year. */
export function PeriodFieldControl({ periodsOf, thisYear, ...props }: PeriodFieldProps) {
  const { t } = useLanguage()
  const { value, onChange, isReadOnly, isDisabled } = props
  const [isOpen, setOpen] = useState(false)
  const [turned, setTurned] = useState<number>()
  const year = turned ?? (/^\d{4}-/.test(value) ? Number(value.slice(0, 4)) : thisYear)
  const chosen = periodsOf(year).find(({ id }) => id === value)
  const open = (next: boolean) => {
    setOpen(next)
    setTurned(undefined)
  }
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      {...props}
      posttext={
        <span className="flex items-center gap-1">
          {chosen && <span className="max-w-40 truncate text-label">{chosen.label}</span>}
          {!isReadOnly && !isDisabled && (
            <Popover
              label={props.label}
              placement="bottom end"
              isOpen={isOpen}
              onOpenChange={open}
              trigger={<IconButton label={t('design.openCalendar')} icon={<CalendarRange />} />}
            >
              <header className="mb-2 flex items-center justify-between">
                <IconButton
                  label={t('controls.previousYear')}
                  icon={<ChevronLeft />}
                  onPress={() => setTurned(Math.max(1, year - 1))}
                />
                <strong className="tabular-nums" aria-live="polite">
                  {year}
                </strong>
                <IconButton
                  label={t('controls.nextYear')}
                  icon={<ChevronRight />}
                  onPress={() => setTurned(Math.min(9999, year + 1))}
                />
              </header>
              <div className="grid max-h-72 w-72 max-w-full grid-cols-3 gap-1 overflow-auto">
                {periodsOf(year).map(({ id, label, detail }) => (
                  <button
                    key={id}
                    type="button"
                    aria-pressed={id === value}
                    onClick={() => {
                      onChange(id)
                      open(false)
                    }}
                    className={classes(
                      'focus-ring min-h-8 rounded-control px-1 py-1 text-label first-letter:uppercase hover:bg-sunken pointer-coarse:min-h-11',
                      id === value && 'bg-brand-fill! font-semibold text-on-brand',
                    )}
                  >
                    <span className="block first-letter:uppercase">{label}</span>
                    {detail && (
                      <span className={classes('block text-section', id !== value && 'text-muted')}>{detail}</span>
                    )}
                  </button>
                ))}
              </div>
            </Popover>
          )}
        </span>
      }
    />
  )
}
