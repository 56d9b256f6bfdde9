import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { DryRun, RejectedRow } from '#records/exchange/import/settings.ts'

type DryRunResultProps = {
  readonly result: DryRun
  readonly isPending: boolean
  readonly isChecking: boolean
  /** What fetches the refused rows. */
  readonly rejectedFile: ReactNode
  readonly onStart: (skipRejected: boolean) => void
  readonly onCheckAgain: () => void
}

/** What would happen: how many rows hold, which do not and why, and the choice between leaving those out and mending them. */
export function DryRunResult({
  result,
  isPending,
  isChecking,
  rejectedFile,
  onStart,
  onCheckAgain,
}: DryRunResultProps) {
  const { t } = useLanguage()
  const { rows, valid, changes, rejected, first } = result
  const isClean = rejected === 0
  const place = useRef<HTMLElement>(null)
  // What was asked for may come below the fold.
  useEffect(() => {
    // Newer browsers answer a promise, which is no clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={place}
      aria-labelledby="dryrun"
      aria-live="polite"
      className="flex flex-col gap-4 rounded-card border border-line p-4"
    >
      <h2 id="dryrun" className="flex items-start gap-2 font-semibold">
        {isClean ? (
          <CircleCheck size={18} className="shrink-0 text-green" aria-hidden />
        ) : (
          <TriangleAlert size={18} className="shrink-0 text-amber" aria-hidden />
        )}
        {isClean ? t('imports.check.clean', { rows }) : t('imports.check.rejected', { rows, valid, rejected })}
      </h2>
      {changes > 0 && <p>{t('imports.check.changes', { changes, fresh: valid - changes })}</p>}
      {first.length > 0 && <Rejected first={first} rejected={rejected} />}
      {rejected > 0 && <div>{rejectedFile}</div>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!isClean && <p className="min-w-60 flex-1 text-label text-muted">{t('imports.check.choice')}</p>}
        <Button isPending={isChecking} onPress={onCheckAgain}>
          {t('imports.check.again')}
        </Button>
        <Button kind="primary" isPending={isPending} isDisabled={valid === 0} onPress={() => onStart(!isClean)}>
          {isClean ? t('imports.start.all', { rows }) : t('imports.start.valid', { rows: valid })}
        </Button>
      </div>
    </section>
  )
}

function Rejected({ first, rejected }: { first: readonly RejectedRow[]; rejected: number }) {
  const { t, number } = useLanguage()
  const columns = [
    { id: 'row', title: t('imports.check.row'), align: 'end' },
    { id: 'column', title: t('imports.check.column') },
    { id: 'cell', title: t('imports.check.cell') },
    { id: 'reason', title: t('imports.check.reason') },
  ] as const
  return (
    // A region that scrolls must be reachable by the keyboard.
    <div
      role="region"
      aria-label={t('imports.check.firstRejected', { count: first.length })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="focus-ring max-h-80 overflow-auto rounded-control border border-line"
    >
      <Table
        caption={t('imports.check.firstRejected', { count: first.length })}
        columns={columns}
        headClassName="sticky top-0 bg-subtle max-sm:sr-only"
      >
        {first.map(({ row, column, header, cell, message }) => (
          // On a phone the reason stands below what it is about.
          <tr
            key={`${row} ${column}`}
            className="max-sm:grid max-sm:grid-cols-[auto_auto_minmax(0,1fr)] max-sm:items-baseline"
          >
            <td className="px-3 py-1.5 text-right tabular-nums">{number(row)}</td>
            <td className="max-w-40 truncate px-3 py-1.5">{header}</td>
            <td className="max-w-48 truncate px-3 py-1.5 font-mono text-label" title={cell ?? undefined}>
              {cell}
            </td>
            <td className="px-3 py-1.5 max-sm:col-span-3 max-sm:pt-0 sm:min-w-48">{message}</td>
          </tr>
        ))}
      </Table>
      {rejected > first.length && (
        <p className="px-3 py-2 text-label text-muted">
          {t('imports.check.moreRejected', { count: rejected - first.length })}
        </p>
      )}
    </div>
  )
}
