import { useEffect, useState } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import type { Operation } from '#changes/operation.ts'
import { useApplyChange, usePreviewChange } from '#changes/web/changes.client.ts'
import { sayImpact } from '#changes/web/saySentence.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { bulkCount, bulkFlags, bulkUpdates, type BulkFlag, type BulkWish } from '#entities/bulkAttributes.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type AttributesBulkDialogProps = {
  readonly environmentId: string
  readonly attributes: readonly Attribute[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Switches of several attributes at once: what that means is told before, and one undo takes it back. */
export function AttributesBulkDialog({ environmentId, attributes, onClose, onDone }: AttributesBulkDialogProps) {
  const { t } = useLanguage()
  const [wish, setWish] = useState<BulkWish>({})
  const { data: preview, mutate, error: failure, isPending: isLooking } = usePreviewChange(environmentId)
  const apply = useApplyChange(environmentId)
  const undoToast = useUndoToast(environmentId)
  const operations = bulkUpdates(attributes, wish)
  const asked = JSON.stringify(operations)
  useEffect(() => {
    const wanted = JSON.parse(asked) as Operation[]
    if (wanted.length > 0) mutate(wanted)
  }, [mutate, asked])
  const told = operations.length > 0 && !isLooking ? preview : undefined
  const error = apply.error ?? (operations.length > 0 ? failure : null)
  const submit = () =>
    apply.mutate(
      { operations, note: null },
      {
        onSuccess: (done) => {
          if ('job_id' in done) toast({ kind: 'info', text: t('entities.type.later') })
          else undoToast(t('attributes.bulk.done', { count: operations.length }), done.id)
          onDone()
        },
      },
    )
  return (
    <Dialog
      isOpen
      title={t('attributes.bulk.title', { count: attributes.length })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={!told || told.problems.length > 0}
            isPending={apply.isPending}
            onPress={submit}
          >
            {t('attributes.bulk.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {bulkFlags.map((flag) => (
          <FlagLine
            key={flag}
            flag={flag}
            value={wish[flag]}
            count={bulkCount(attributes, flag)}
            of={attributes.length}
            onChange={(value) => setWish(({ [flag]: _before, ...others }) => withFlag(others, flag, value))}
          />
        ))}
        <div className="flex flex-col gap-3 border-t border-line pt-3" aria-live="polite">
          {error !== null && <Banner kind="error">{sayFault(t, error).text}</Banner>}
          {told?.problems.map(({ code, target, message }) => (
            <Banner key={`${target} ${code}`} kind="error">
              {message}
            </Banner>
          ))}
          {told?.impact
            .filter(({ count }) => count > 0)
            .map((impact) => (
              <p key={JSON.stringify(impact)}>{sayImpact(t, impact)}</p>
            ))}
          <p className="text-muted">{t('attributes.bulk.changes', { count: operations.length })}</p>
        </div>
      </div>
    </Dialog>
  )
}

type FlagLineProps = {
  readonly flag: BulkFlag
  readonly value: boolean | undefined
  /** How many of the attributes have the flag. */
  readonly count: number
  readonly of: number
  readonly onChange: (value: boolean | undefined) => void
}

const ways = ['same', 'on', 'off'] as const

function FlagLine({ flag, value, count, of, onChange }: FlagLineProps) {
  const { t } = useLanguage()
  const label = t(`attributes.property.${flag}`)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        {count < of && <p className="text-label text-muted">{t('attributes.bulk.some', { count, of })}</p>}
      </div>
      {count > 0 && (
        <SegmentedControl
          label={label}
          segments={ways.map((id) => ({ id, label: t(`attributes.bulk.${id}`) }))}
          value={value === undefined ? 'same' : value ? 'on' : 'off'}
          onChange={(id) => onChange(id === 'same' ? undefined : id === 'on')}
        />
      )}
    </div>
  )
}

function withFlag(others: BulkWish, flag: BulkFlag, value: boolean | undefined): BulkWish {
  return value === undefined ? others : { ...others, [flag]: value }
}
