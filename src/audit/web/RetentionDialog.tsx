import { useState } from 'react'
import { longestRetention, shortestRetention } from '#audit/retention.ts'
import { useRetention, useSetRetention } from '#audit/web/audit.client.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useMay } from '#security/web/self.client.ts'

type RetentionDialogProps = { readonly environmentId: string; readonly onClose: () => void }

/** How long the log is kept, and for those who manage the environment, another time. */
export function RetentionDialog({ environmentId, onClose }: RetentionDialogProps) {
  const { t } = useLanguage()
  const { data, error } = useRetention(environmentId)
  const mayChange = useMay(environmentId, 'manage-environment')
  const set = useSetRetention(environmentId)
  const [typed, setTyped] = useState<string>()
  const days = typed ?? (data ? String(data.days) : '')
  const isFitting = /^\d+$/.test(days) && Number(days) >= shortestRetention && Number(days) <= longestRetention
  const save = () =>
    set.mutate(
      { days: Number(days) },
      {
        onSuccess: () => {
          toast({ kind: 'done', text: t('audit.retention.done') })
          onClose()
        },
      },
    )
  return (
    <Dialog
      isOpen
      title={t('audit.retention.title')}
      onClose={onClose}
      width="small"
      footer={
        <>
          <Button onPress={onClose}>{t('design.close')}</Button>
          {mayChange && data && (
            <Button kind="primary" isPending={set.isPending} isDisabled={!isFitting} onPress={save}>
              {t('audit.retention.save')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {(error ?? set.error) && <Banner kind="error">{sayFault(t, error ?? set.error).text}</Banner>}
        {!data && !error && (
          <Loading>
            <Skeleton className="w-1/2" />
          </Loading>
        )}
        {data && (
          <NumberField
            label={t('audit.retention.days')}
            undertext={t('audit.retention.hint', { from: shortestRetention, to: longestRetention })}
            decimal={false}
            isReadOnly={!mayChange}
            value={days}
            onChange={setTyped}
          />
        )}
      </div>
    </Dialog>
  )
}
