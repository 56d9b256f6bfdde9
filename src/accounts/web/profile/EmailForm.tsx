import type { Me } from '#accounts/account.ts'
import { useAsked } from '#accounts/web/security/ConfirmMe.tsx'
import { askForEmail } from '#accounts/web/profile/profile.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'

type EmailFormProps = { readonly me: Me; readonly onSent: (to: string) => void; readonly onCancel: () => void }

/** Another address; it is asked once more who wants it. */
export function EmailForm({ me, onSent, onCancel }: EmailFormProps) {
  const { t } = useLanguage()
  const asked = useAsked()
  const form = useForm({
    initial: { email: '' },
    schema: async () => (await import('#accounts/account.ts')).newEmailSchema,
    labels: { email: t('profile.contact.newEmail') },
    submit: async (wish) => {
      const isSent = await asked(async () => {
        await askForEmail(wish)
        return true
      })
      if (isSent) onSent(wish.email)
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      <TextField
        {...form.text('email')}
        required
        autoFocus
        type="email"
        autoComplete="off"
        inputMode="email"
        className="max-w-80"
        undertext={t('profile.contact.newEmailHint', { email: me.email })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('profile.contact.send')}
        </Button>
        <Button onPress={onCancel}>{t('design.cancel')}</Button>
      </div>
    </form>
  )
}
