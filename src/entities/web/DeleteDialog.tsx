import { useEffect, useState } from 'react'
import type { Operation } from '#changes/operation.ts'
import { useApplyChange, usePreviewChange } from '#changes/web/changes.client.ts'
import type { DependantRecord } from '#changes/wire.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type DeleteDialogProps = {
  readonly environmentId: string
  readonly title: string
  readonly operation: Operation
  readonly isPending: boolean
  readonly error: unknown
  readonly onDelete: () => void
  /** Told of the change that deleted it with what depends on it; without it that is not offered. */
  readonly onDeletedAlong?: (changeId: string) => void
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
  onDeletedAlong,
  onClose,
}: DeleteDialogProps) {
  const { t } = useLanguage()
  const { data, mutate, error: failure } = usePreviewChange(environmentId)
  const apply = useApplyChange(environmentId)
  const [along, setAlong] = useState<readonly DependantRecord[]>([])
  const dependants = along.length > 0 ? along : onDeletedAlong ? (data?.dependants ?? []) : []
  const operations = [...along.map((each) => each.operation), operation]
  const asked = JSON.stringify(operations)
  useEffect(() => mutate(JSON.parse(asked) as Operation[]), [mutate, asked])
  const submit = () => {
    if (along.length === 0) return onDelete()
    apply.mutate({ operations, note: null }, { onSuccess: (done) => 'id' in done && onDeletedAlong?.(done.id) })
  }
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
          <Button
            kind="danger"
            isDisabled={!data || data.problems.length > 0}
            isPending={isPending || apply.isPending}
            onPress={submit}
          >
            {t('entities.delete.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3" aria-live="polite">
        {(failure ?? error ?? apply.error) != null && (
          <Banner kind="error">{sayFault(t, failure ?? error ?? apply.error).text}</Banner>
        )}
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
        {dependants.length > 0 && (
          <div className="flex flex-col gap-2">
            <Checkbox isSelected={along.length > 0} onChange={(isOn) => setAlong(isOn ? dependants : [])}>
              {t('entities.delete.along')}
            </Checkbox>
            <ul className="list-disc pl-8">
              {dependants.map((each) => (
                <li key={each.id} className="break-words">
                  {each.entity === null
                    ? t('entities.delete.alongRelationship', { name: each.name })
                    : t('entities.delete.alongOf', { name: each.name, entity: each.entity })}
                </li>
              ))}
            </ul>
            {along.length > 0 && <p className="text-muted">{t('entities.delete.alongUndo')}</p>}
          </div>
        )}
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
