import { ArrowRight } from 'lucide-react'
import type { Facts } from '#audit/audit.ts'

type FactListProps = { readonly before: Facts | null; readonly after: Facts | null }

/** What something was and is now, fact by fact, in the words of the API. */
export function FactList({ before, after }: FactListProps) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(8rem,12rem)_1fr]">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt className="text-muted max-sm:mt-1">{name}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 break-all select-text">
            {before && (
              <span className={after ? 'text-muted line-through decoration-1' : undefined}>{textOf(before[name])}</span>
            )}
            {before && after && <ArrowRight size={14} className="shrink-0 text-muted" aria-hidden />}
            {after && <span className="min-w-0">{textOf(after[name])}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
