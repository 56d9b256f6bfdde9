import { useState, type FormEvent } from 'react'
import { Button } from '#design/web/Button.tsx'
import { Dialog } from '#design/web/Dialog.tsx'
import { FormErrors } from '#design/web/FormErrors.tsx'
import { SegmentedControl } from '#design/web/SegmentedControl.tsx'
import { TextArea } from '#design/web/TextArea.tsx'
import { TextField } from '#design/web/TextField.tsx'
import { useProblems } from '#entities/web/useProblems.ts'
import { useLanguage } from '#language/web/language.tsx'

export type ViewDetails = { readonly name: string; readonly description: string | null; readonly personal: boolean }

type ViewDialogProps = {
  readonly title: string
  readonly action: string
  readonly first: ViewDetails
  /** Whose it can be; without makers' rights a view is always one's own, and a view that exists stays what it is. */
  readonly ownership: 'choice' | 'fixed'
  readonly onSave: (details: ViewDetails) => Promise<unknown>
  readonly onClose: () => void
}

/** What a view is called and whose it is. */
export function ViewDialog({ title, action, first, ownership, onSave, onClose }: ViewDialogProps) {
  const { t } = useLanguage()
  const [details, setDetails] = useState(first)
  const [isPending, setPending] = useState(false)
  const problems = useProblems((target) =>
    target === 'name' ? t('views.name') : target === 'description' ? t('views.description') : undefined,
  )
  const change = (next: Partial<ViewDetails>) => {
    setDetails({ ...details, ...next })
    for (const name of Object.keys(next)) problems.forget(name)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    try {
      await onSave({ ...details, description: details.description === '' ? null : details.description })
      onClose()
    } catch (error) {
      problems.tellRefusal(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      isOpen
      width="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" type="submit" form="view-details" isPending={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id="view-details" noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <FormErrors errors={problems.errors} />
        <TextField
          name="name"
          label={t('views.name')}
          required
          autoFocus
          maxLength={24}
          value={details.name}
          error={problems.errorOf('name')}
          onChange={(name) => change({ name })}
        />
        <TextArea
          name="description"
          label={t('views.description')}
          undertext={t('views.descriptionHint')}
          maxLength={255}
          value={details.description ?? ''}
          error={problems.errorOf('description')}
          onChange={(description) => change({ description })}
        />
        {ownership === 'choice' ? (
          <SegmentedControl
            label={t('views.whose')}
            segments={[
              { id: 'shared', label: t('views.shared') },
              { id: 'personal', label: t('views.personal') },
            ]}
            value={details.personal ? 'personal' : 'shared'}
            onChange={(id) => change({ personal: id === 'personal' })}
          />
        ) : null}
        <p className="text-label text-muted">{t(details.personal ? 'views.personalText' : 'views.sharedText')}</p>
      </form>
    </Dialog>
  )
}
