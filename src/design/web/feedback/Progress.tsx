import { useId } from 'react'
import { useLanguage } from '#language/web/language.tsx'

/** How far long work has come, in numbers too. Without a total it only says how much is done. */
export function Progress({ label, done, total }: { label: string; done: number; total?: number }) {
  const { t, number } = useLanguage()
  const id = useId()
  const share = total ? Math.min(1, done / total) : undefined
  const numbers = total === undefined ? number(done) : t('design.ofTotal', { done: number(done), total: number(total) })
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-between gap-4 text-label text-muted">
        <span id={id} className="truncate">
          {label}
        </span>
        <span className="shrink-0 tabular-nums">{numbers}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        aria-valuetext={numbers}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={share === undefined ? 'h-full w-1/3 animate-pulse bg-brand' : 'h-full rounded-full bg-brand'}
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
