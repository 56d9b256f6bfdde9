import type { useTrashActions } from '#records/history/web/useTrashActions.ts'
import { RotateCcw, Trash2 } from 'lucide-react'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { TrashItem } from '#records/history/trash.ts'

type TrashToolbarProps = {
  readonly items: readonly TrashItem[]
  readonly chosen: readonly TrashItem[]
  readonly actions: ReturnType<typeof useTrashActions>
  readonly mayPurge: boolean
  readonly onPick: (ids: ReadonlySet<string>) => void
}

/** What can be done with the chosen ones of deleted records. */
export function TrashToolbar({ items, chosen, actions, mayPurge, onPick }: TrashToolbarProps) {
  const { t } = useLanguage()
  const { restore, purge, askRestore, askPurge } = actions
  const isBusy = restore.isPending || purge.isPending
  return (
    <div className="flex min-h-toolbar flex-wrap items-center gap-2 border-b border-line px-3 py-1">
      <Checkbox
        aria-label={t('records.trash.selectAll')}
        isSelected={chosen.length === items.length}
        isIndeterminate={chosen.length > 0 && chosen.length < items.length}
        onChange={(isOn) => onPick(new Set(isOn ? items.map(({ id }) => id) : []))}
      />
      <span role="status" className="min-w-0 flex-1 truncate text-muted">
        {chosen.length > 0 && t('records.trash.selected', { count: chosen.length })}
      </span>
      {mayPurge && (
        <IconButton
          label={t('records.trash.purge')}
          icon={<Trash2 />}
          isDisabled={chosen.length === 0 || isBusy}
          onPress={() => void askPurge(chosen)}
        />
      )}
      <Button
        icon={<RotateCcw aria-hidden />}
        isDisabled={chosen.length === 0 || purge.isPending}
        isPending={restore.isPending}
        onPress={() => askRestore(chosen)}
      >
        {t('records.trash.restore')}
      </Button>
    </div>
  )
}
