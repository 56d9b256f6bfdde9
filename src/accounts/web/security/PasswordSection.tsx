import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#accounts/account.ts'
import { PasswordRules } from '#accounts/web/signUp/PasswordRules.tsx'
import { changePassword } from '#accounts/web/profile/profile.client.ts'
import { askForReset } from '#accounts/web/signIn/reset.client.ts'
import { useSignInMethods } from '#accounts/web/security/signInMethods.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { confirm } from '#design/web/overlay/confirm.ts'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { sayFault } from '#platform/web/sayFault.ts'

/** The password; who has none gets a first one by a link. */
export function PasswordSection({ me }: { me: Me }) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const send = async () => {
    try {
      await askForReset({ email: me.email })
      toast({ kind: 'done', text: t('profile.password.linkSent', { email: me.email }) })
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
  return (
    <FormSection title={t('profile.password.title')} text={t('profile.password.text')}>
      {isOpen && <PasswordForm onClose={() => setOpen(false)} />}
      {!isOpen && (
        <div className="flex flex-wrap gap-2">
          {me.has_password ? (
            <Button onPress={() => setOpen(true)}>{t('profile.password.change')}</Button>
          ) : (
            <Button onPress={() => void send()}>{t('profile.password.first')}</Button>
          )}
          <Link to="/profile/security" className={buttonLink.secondary}>
            {t('profile.security')}
          </Link>
        </div>
      )}
    </FormSection>
  )
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const { ways, policy } = useSignInMethods()
  const form = useForm({
    initial: { password: '', newpassword: '', repeatpassword: '' },
    schema: async () => (await import('#accounts/account.ts')).newPasswordSchemas[await policy()],
    labels: {
      password: t('profile.password.present'),
      newpassword: t('accounts.reset.password'),
      repeatpassword: t('accounts.repeatpassword'),
    },
    submit: async (wish) => {
      const question = {
        title: t('profile.password.sureTitle'),
        text: t('profile.password.sure'),
        action: t('profile.password.change'),
      }
      if (!(await confirm(question))) return
      await changePassword(wish)
      toast({ kind: 'done', text: t('profile.password.done') })
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex max-w-96 flex-col gap-4">
      <FormErrors errors={form.problems} />
      <PasswordField {...form.text('password')} required autoComplete="current-password" autoFocus />
      <div className="flex flex-col gap-2">
        <PasswordField {...form.text('newpassword')} required autoComplete="new-password" />
        <PasswordRules password={form.values.newpassword} policy={ways?.passwords} />
      </div>
      <PasswordField {...form.text('repeatpassword')} required autoComplete="new-password" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" isPending={form.isPending}>
          {t('profile.password.change')}
        </Button>
        <Button onPress={onClose}>{t('design.cancel')}</Button>
      </div>
    </form>
  )
}
