import { useForm } from '#platform/web/form.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'

type CodeFormProps = {
  /** Where the code went. */
  readonly sentTo: string
  readonly confirm: (code: string) => Promise<unknown>
  readonly onCancel: () => void
}

/** Asks for the 6 digits that were sent. */
export function CodeForm({ sentTo, confirm, onCancel }: CodeFormProps) {
  const { t } = useLanguage()
  const form = useForm({
    initial: { code: '' },
    schema: async () => (await import('#accounts/account.ts')).codeSchema,
    labels: { code: t('accounts.verify.code') },
    submit: ({ code }) => confirm(code),
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <p role="status">{t('profile.contact.sent', { to: sentTo })}</p>
      <FormErrors errors={form.problems} />
      <TextField
        {...form.text('code')}
        onChange={(code) => form.set('code', code.replaceAll(/\D/g, '').slice(0, 6))}
        className="max-w-48"
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('accounts.verify.action')}
        </Button>
        <Button onPress={onCancel}>{t('design.cancel')}</Button>
      </div>
    </form>
  )
}
