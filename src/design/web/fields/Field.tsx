import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useId, type ReactNode } from 'react'
import { classes } from '#design/web/theme/classes.ts'

// Few fields have more to say than their label.
const HelpMark = lazy(async () => ({ default: (await import('#design/web/fields/HelpMark.tsx')).HelpMark }))

/** What every control that holds a value is told about itself. */
export type FieldProps = {
  readonly label: string
  /** The label is read out but not shown. */
  readonly labelHidden?: boolean
  /** A picture before the label. */
  readonly icon?: ReactNode
  /** What the value means, for who asks at the mark behind the label. */
  readonly help?: string
  readonly undertext?: ReactNode
  /** The message when the value is not valid; it takes the place of the undertext. */
  readonly error?: string
  readonly required?: boolean
  readonly className?: string
}

/** What the control takes over so that its label and texts belong to it. */
export type Wiring = {
  readonly id: string
  readonly 'aria-labelledby': string
  readonly 'aria-describedby': string | undefined
}

/** A label above, a control, and below it the undertext or the error message. */
export function Field({
  label,
  labelHidden,
  icon,
  help,
  undertext,
  error,
  required,
  className,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const [labelId, noteId] = [`${id}-label`, `${id}-note`]
  const note = error ?? undertext
  return (
    <div data-field className={classes('flex min-w-0 flex-col gap-1', className)}>
      <div className={labelHidden ? 'sr-only' : 'flex items-center gap-1.5 text-label font-medium text-muted'}>
        {icon}
        <label htmlFor={id} id={labelId}>
          {label}
          {required && (
            <span aria-hidden className="text-red">
              {' '}
              *
            </span>
          )}
        </label>
        {help && !labelHidden && (
          <Suspense>
            <HelpMark name={label} text={help} />
          </Suspense>
        )}
      </div>
      {children({ id, 'aria-labelledby': labelId, 'aria-describedby': note ? noteId : undefined })}
      {note && (
        <div id={noteId} className={classes('flex gap-1 text-label', error ? 'text-red' : 'text-muted')}>
          {error && <CircleAlert size={14} className="mt-px shrink-0" aria-hidden />}
          <span className="min-w-0 break-words">{note}</span>
        </div>
      )}
    </div>
  )
}
