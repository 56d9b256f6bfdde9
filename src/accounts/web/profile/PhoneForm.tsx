import type { Me } from '#accounts/account.ts'
import { useAsked } from '#accounts/web/security/ConfirmMe.tsx'
import { useChangeMe } from '#accounts/web/profile/changeMe.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'

/** Another phone; it is asked once more who wants it. When it is what made the account active, it says what follows. */
export function PhoneForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const { t } = useLanguage()
  const asked = useAsked()
  const change = useChangeMe()
  const isCarrier = me.status === 'active by mobile' && !me.email_verified
  const form = useForm({
    initial: { mobilephone: me.mobilephone ?? '' },
    schema: async () => (await import('#accounts/account.ts')).phoneSchema,
    labels: { mobilephone: t('accounts.mobilephone') },
    submit: async (draft) => {
      if (await asked(() => change.mutateAsync(draft))) onDone()
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      <TextField
        {...form.text('mobilephone')}
        autoFocus
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        className="max-w-80"
        {...(isCarrier ? { undertext: t('profile.contact.carrier') } : {})}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" isPending={form.isPending} isDisabled={!form.isDirty}>
          {t('profile.save')}
        </Button>
        <Button onPress={onDone}>{t('design.cancel')}</Button>
      </div>
    </form>
  )
}
