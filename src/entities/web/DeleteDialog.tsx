import { useEffect } from 'react'
import type { Operation } from '#changes/operation.ts'
import { usePreviewChange } from '#changes/web/changes.client.ts'
import { Banner } from '#design/web/Banner.tsx'
import { Button } from '#design/web/Button.tsx'
import { Dialog } from '#design/web/Dialog.tsx'
import { Loading, Skeleton } from '#design/web/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type DeleteDialogProps = {
  readonly environmentId: string
  readonly title: string
  readonly operation: Operation
  readonly isPending: boolean
  readonly error: unknown
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** What a deletion means, counted before it happens: values and records that go, and what stands in its way. */
export function DeleteDialog({
  environmentId,
  title,
  operation,
  isPending,
  error,
  onDelete,
  onClose,
}: DeleteDialogProps) {
  const { t } = useLanguage()
  const { data, mutate, error: failure } = usePreviewChange(environmentId)
  const asked = JSON.stringify(operation)
  useEffect(() => mutate([JSON.parse(asked) as Operation]), [mutate, asked])
  const impact = data?.impact.filter(({ count }) => count > 0) ?? []
  return (
    <Dialog
      role="alertdialog"
      width="small"
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {t('design.cancel')}
          </Button>
          <Button kind="danger" isDisabled={!data || data.problems.length > 0} isPending={isPending} onPress={onDelete}>
            {t('entities.delete.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3" aria-live="polite">
        {(failure ?? error) != null && <Banner kind="error">{sayFault(t, failure ?? error).text}</Banner>}
        {!data && !failure && (
          <Loading>
            <Skeleton className="w-3/4" />
          </Loading>
        )}
        {data?.problems.map(({ code, message }) => (
          <Banner key={code} kind="error">
            {message}
          </Banner>
        ))}
        {impact.map(({ key, values, count }) => (
          <p key={key}>{t(key, { ...values, count })}</p>
        ))}
        {data && data.problems.length === 0 && (
          <p className={impact.length > 0 ? 'text-muted' : undefined}>
            {impact.length === 0 && `${t('entities.delete.nothingLost')} `}
            {t('entities.delete.canUndo')}
          </p>
        )}
      </div>
    </Dialog>
  )
}
