import { useState } from 'react'
import { confirm } from '#design/web/overlay/confirm.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { RestoreResult, RestoreWish, TrashItem } from '#records/history/trash.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { usePurge, useRestore } from '#records/history/web/trash.client.ts'

/**
 * Brings deleted records back, or lets them go for good. `asked` are those whose dependents somebody has to decide on first,
 * `refused` those that could not come back, `failure` is what the server said against all of it.
 */
export function useTrashActions(table: RecordsTable, onDone: () => void) {
  const { t } = useLanguage()
  const restore = useRestore(table)
  const purge = usePurge(table)
  const [refused, setRefused] = useState<RestoreResult['refused']>([])
  const [failure, setFailure] = useState<string>()
  const [asked, setAsked] = useState<readonly TrashItem[]>([])

  const send = (wish: RestoreWish) => {
    setFailure(undefined)
    restore.mutate(wish, {
      onSuccess: ({ restored, children, refused: left }) => {
        onDone()
        setRefused(left)
        if (restored.length > 0) {
          toast({ kind: 'done', text: t('records.trash.restored', { count: restored.length, children }) })
        }
      },
      onError: (reason) => setFailure(sayFault(t, reason).text),
    })
  }
  const askRestore = (wanted: readonly TrashItem[]) => {
    if (wanted.some(({ children }) => children > 0)) setAsked(wanted)
    else send({ ids: wanted.map(({ id }) => id) })
  }
  const askPurge = async (chosen: readonly TrashItem[]) => {
    const isSure = await confirm({
      title: t('records.trash.purgeAsk.title', { count: chosen.length }),
      text: t('records.trash.purgeAsk.text'),
      action: t('records.trash.purgeAsk.action'),
      danger: true,
    })
    if (!isSure) return
    purge.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: ({ purged }) => {
          onDone()
          toast({ kind: 'done', text: t('records.trash.purged', { count: purged }) })
        },
        onError: (reason) => setFailure(sayFault(t, reason).text),
      },
    )
  }

  return { restore, purge, send, askRestore, askPurge, asked, setAsked, refused, setRefused, failure, setFailure }
}
