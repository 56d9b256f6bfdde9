import type { Me } from '#accounts/account.ts'
import { askForEmail } from '#accounts/web/profile.client.ts'
import { Button } from '#design/web/Button.tsx'
import { FormErrors } from '#design/web/FormErrors.tsx'
import { PasswordField } from '#design/web/PasswordField.tsx'
import { TextField } from '#design/web/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'

type EmailFormProps = { readonly me: Me; readonly onSent: (to: string) => void; readonly onCancel: () => void }

/** Another address, with the password once more. */
export function EmailForm({ me, onSent, onCancel }: EmailFormProps) {
  const { t } = useLanguage()
  const form = useForm({
    initial: { email: '', password: '' },
    schema: async () => (await import('#accounts/account.ts')).newEmailSchema,
    labels: { email: t('profile.contact.newEmail'), password: t('accounts.password') },
    submit: async (wish) => {
      await askForEmail(wish)
      onSent(wish.email)
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.text('email')}
          required
          autoFocus
          type="email"
          autoComplete="off"
          inputMode="email"
          undertext={t('profile.contact.newEmailHint', { email: me.email })}
        />
        <PasswordField {...form.text('password')} required autoComplete="current-password" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('profile.contact.send')}
        </Button>
        <Button onPress={onCancel}>{t('design.cancel')}</Button>
      </div>
    </form>
  )
}
