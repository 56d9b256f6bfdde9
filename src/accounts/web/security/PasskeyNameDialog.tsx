import { useId } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'

type Props = {
  readonly title: string
  readonly name: string
  readonly onSave: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks by what name a passkey stands in the list. */
export function PasskeyNameDialog({ title, name, onSave, onClose }: Props) {
  const { t } = useLanguage()
  const formId = useId()
  const form = useForm({
    initial: { name },
    schema: async () => (await import('#accounts/identity.ts')).passkeyNameSchema,
    labels: { name: t('identity.passkeys.name') },
    submit: (draft) => onSave(draft.name),
  })
  return (
    <Dialog
      isOpen
      title={title}
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" isPending={form.isPending}>
            {t('identity.passkeys.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        <TextField
          {...form.text('name')}
          undertext={t('identity.passkeys.nameHint')}
          required
          autoFocus
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}
