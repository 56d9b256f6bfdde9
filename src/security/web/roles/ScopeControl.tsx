import type { KeyboardEvent, MouseEvent } from 'react'
import { classes } from '#design/web/theme/classes.ts'
import type { Scope } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import { scopeNames } from '#security/web/roles/scopeNames.ts'
import { ScopeShape } from '#security/web/roles/ScopeShape.tsx'

type ScopeControlProps = {
  readonly label: string
  readonly value: Scope
  /** The scopes that there are here, from the least on. */
  readonly steps: readonly Scope[]
  readonly isChanged: boolean
  readonly isLocked: boolean
  readonly onChange: (scope: Scope) => void
  /** Asks for the list of scopes beside this element. */
  readonly onMenu: (at: HTMLElement) => void
}

/** One cell of the matrix: a press goes one step on, arrow keys go up and down, Enter or the other button shows the list. */
export function ScopeControl({ label, value, steps, isChanged, isLocked, onChange, onMenu }: ScopeControlProps) {
  const { t } = useLanguage()
  const at = steps.indexOf(value)
  const go = (next: number) => {
    const scope = steps[next]
    if (scope !== undefined && scope !== value) onChange(scope)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0 }[event.key]
    if (event.key === 'Enter' || event.key === ' ') onMenu(event.currentTarget)
    else if (event.key === 'End') go(steps.length - 1)
    else if (next !== undefined) go(next)
    else return
    event.preventDefault()
  }
  const shown = (
    <>
      <ScopeShape scope={value} />
      <span className="truncate text-label max-md:sr-only" title={t(scopeNames[value])}>
        {t(scopeNames[value])}
      </span>
    </>
  )
  const look = 'relative flex h-8 w-full min-w-8 items-center gap-1.5 rounded-control px-1.5 pointer-coarse:h-11'
  if (isLocked) return <span className={look}>{shown}</span>
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={steps.length - 1}
      aria-valuenow={Math.max(at, 0)}
      aria-valuetext={t(scopeNames[value])}
      onClick={() => go((at + 1) % steps.length)}
      onContextMenu={(event: MouseEvent<HTMLElement>) => {
        event.preventDefault()
        onMenu(event.currentTarget)
      }}
      onKeyDown={onKeyDown}
      className={classes(
        look,
        'focus-ring cursor-default select-none hover:bg-sunken',
        isChanged && 'bg-selection ring-1 ring-brand',
      )}
    >
      {shown}
    </div>
  )
}
