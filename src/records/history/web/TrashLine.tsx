import { RotateCcw } from 'lucide-react'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { TrashItem } from '#records/history/trash.ts'
import { sayCause } from '#records/history/web/sayCause.ts'

type TrashLineProps = {
  readonly item: TrashItem
  readonly isPicked: boolean
  readonly isBusy: boolean
  readonly onPick: (isPicked: boolean) => void
  readonly onRestore: () => void
}

/** One deleted record: what it was, who deleted it and when, and until when it is kept. */
export function TrashLine({ item, isPicked, isBusy, onPick, onRestore }: TrashLineProps) {
  const { t, date } = useLanguage()
  const name = item.name || t('records.unnamed')
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <Checkbox aria-label={t('records.trash.select', { name })} isSelected={isPicked} onChange={onPick} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="flex flex-wrap gap-x-1.5 text-label text-muted">
          <span>{item.deleted_by ?? t('records.past.unknown')}</span>
          <span aria-hidden>·</span>
          <RelativeTime value={new Date(item.deleted_on)} />
          <span aria-hidden>·</span>
          <span>{sayCause(t, item.cause)}</span>
          {item.children > 0 && <span>{t('records.trash.children', { count: item.children })}</span>}
        </p>
      </div>
      <p className="shrink-0 text-label text-muted tabular-nums max-sm:hidden">
        {t('records.trash.goes')} {date(new Date(item.purge_on), 'shortDate')}
      </p>
      <Button kind="quiet" icon={<RotateCcw aria-hidden />} isDisabled={isBusy} onPress={onRestore}>
        {t('records.trash.restore')}
      </Button>
    </li>
  )
}
