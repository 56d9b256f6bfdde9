import { useState, type FormEvent } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useProblems } from '#entities/web/useProblems.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useRoleNames } from '#views/web/roles.client.ts'

export type ViewDetails = {
  readonly name: string
  readonly description: string | null
  readonly personal: boolean
  readonly visible_to: readonly string[]
}

type ViewDialogProps = {
  readonly envid: string
  readonly title: string
  readonly action: string
  readonly first: ViewDetails
  /** Whether it is a maker's to say which roles see it. */
  readonly isMaker: boolean
  /** Whose it can be; without makers' rights a view is always one's own, and a view that exists stays what it is. */
  readonly ownership: 'choice' | 'fixed'
  readonly onSave: (details: ViewDetails) => Promise<unknown>
  readonly onClose: () => void
}

/** What a view is called and whose it is. */
export function ViewDialog({ envid, title, action, first, isMaker, ownership, onSave, onClose }: ViewDialogProps) {
  const { t } = useLanguage()
  const [details, setDetails] = useState(first)
  const [isPending, setPending] = useState(false)
  const roles = useRoleNames(envid, isMaker)
  const labels: Readonly<Record<string, string>> = {
    name: t('views.name'),
    description: t('views.description'),
    visible_to: t('views.roles.label'),
  }
  const problems = useProblems((target) => labels[target])
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
        {details.personal || !roles || roles.length === 0 ? (
          <p className="text-label text-muted">{t(details.personal ? 'views.personalText' : 'views.sharedText')}</p>
        ) : (
          <MultiSelect
            label={t('views.roles.label')}
            undertext={t('views.roles.text')}
            placeholder={t('views.roles.everybody')}
            options={roles.map(({ id, name }) => ({ id, label: name }))}
            value={details.visible_to}
            error={problems.errorOf('visible_to')}
            // A role that is gone since then is nobody's.
            onChange={(ids) => change({ visible_to: roles.flatMap(({ id }) => (ids.includes(id) ? [id] : [])) })}
          />
        )}
      </form>
    </Dialog>
  )
}
