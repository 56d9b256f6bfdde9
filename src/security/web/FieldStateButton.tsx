import { Eye, EyeOff, Pencil } from 'lucide-react'
import { classes } from '#design/web/theme/classes.ts'
import { steppedState, type FieldState } from '#security/fieldMatrix.ts'

type FieldStateButtonProps = {
  readonly state: FieldState
  readonly label: string
  readonly isChanged: boolean
  readonly isLocked: boolean
  readonly onSet: (state: FieldState) => void
}

/** A press goes one step on, as in the matrix of tables; arrow keys go both ways. */
export function FieldStateButton({ state, label, isChanged, isLocked, onSet }: FieldStateButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isLocked}
      onClick={() => onSet(steppedState(state, 1))}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') onSet(steppedState(state, 1))
        if (key === 'ArrowLeft') onSet(steppedState(state, -1))
      }}
      className={classes(
        'focus-ring flex size-8 items-center justify-center rounded-control pointer-coarse:size-11',
        isChanged ? 'bg-selection ring-1 ring-brand' : 'hover:bg-selection',
        isLocked && 'opacity-50',
      )}
    >
      <FieldStateMark state={state} />
    </button>
  )
}

const marks = { both: Pencil, readOnly: Eye, none: EyeOff }
const tints = { both: 'text-green', readOnly: 'text-amber', none: 'text-red' }

/** The sign of what a role may do with a field. */
export function FieldStateMark({ state }: { readonly state: FieldState }) {
  const Icon = marks[state]
  return <Icon size={16} aria-hidden className={tints[state]} />
}
