import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import { useApplyChange, usePreviewChange } from '#changes/web/changes.client.ts'
import { sayImpact, saySentence } from '#changes/web/saySentence.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { savingLabels, type LabelChange } from '#labels/drafts.ts'
import { nameOfPlace } from '#labels/label.ts'
import { nameOfDefinition, sayProperty } from '#labels/web/sayText.ts'
import { locales } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import type { View } from '#views/view.ts'

type SaveLabelsDialogProps = {
  readonly environmentId: string
  readonly entity: EntityDefinition
  readonly views: readonly View[]
  readonly changes: readonly LabelChange[]
  readonly onClose: () => void
  readonly onSaved: (changeId: string) => void
  /** Somebody else was faster: what they saved is loaded. */
  readonly onStale: () => void
}

/** How many changes are told one by one. */
const most = 20

/** Every text that would be another one, looked at by the server, and then saved as one change. */
export function SaveLabelsDialog(props: SaveLabelsDialogProps) {
  const { environmentId, entity, views, changes, onClose, onSaved, onStale } = props
  const { t } = useLanguage()
  const client = useQueryClient()
  const preview = usePreviewChange(environmentId)
  const apply = useApplyChange(environmentId)
  const operation = savingLabels(entity.id, changes)
  const asked = JSON.stringify(operation)
  const { mutate } = preview
  useEffect(() => mutate([JSON.parse(asked)]), [mutate, asked])
  const told = preview.data
  const refused = apply.error ?? preview.error
  const isLate = told?.problems.some(({ code }) => code === 'definition.stale') === true
  const meetTheirs = () => {
    void client.invalidateQueries({ queryKey: definitionsKey(environmentId) })
    onStale()
  }
  const save = () =>
    apply.mutate(
      { operations: [operation], note: null },
      {
        onSuccess: (done) => 'id' in done && onSaved(done.id),
        onError: (error) => {
          if (error instanceof ApiFault && error.code === 'definition.stale') meetTheirs()
        },
      },
    )
  return (
    <Dialog
      isOpen
      title={t('labels.ask')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          {isLate ? (
            <Button kind="primary" onPress={meetTheirs}>
              {t('labels.showTheirs')}
            </Button>
          ) : (
            <Button
              kind="primary"
              isDisabled={!told || told.problems.length > 0}
              isPending={apply.isPending}
              onPress={save}
            >
              {t('entities.settings.save')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-2">
          {changes.slice(0, most).map((change) => (
            <li key={nameOfPlace(change)} className="min-w-0 break-words">
              <span className="block text-label text-muted">
                {`${locales[change.locale].name} · ${nameOfDefinition(entity, views, change.base)} · ${sayProperty(t, change.base)}`}
              </span>
              <del className="text-muted">{change.was ?? change.base.text}</del>
              {' → '}
              {change.text ?? <em className="text-muted">{t('labels.none')}</em>}
            </li>
          ))}
        </ul>
        {changes.length > most && <p className="text-muted">{t('labels.andMore', { count: changes.length - most })}</p>}
        <div className="flex flex-col gap-2 border-t border-line pt-3" aria-live="polite">
          {refused && <Banner kind="error">{sayFault(t, refused).text}</Banner>}
          {[...new Set(told?.problems.map(({ message }) => message))].map((message) => (
            <Banner key={message} kind="error">
              {message}
            </Banner>
          ))}
          {told?.sentences.map((sentence) => (
            <p key={JSON.stringify(sentence)}>{saySentence(t, sentence)}</p>
          ))}
          {told?.impact.map((impact) => (
            <p key={JSON.stringify(impact)}>{sayImpact(t, impact)}</p>
          ))}
          <p className="text-muted">{t('labels.askText')}</p>
        </div>
      </div>
    </Dialog>
  )
}
