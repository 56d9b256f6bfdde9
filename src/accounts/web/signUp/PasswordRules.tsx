import { Check, Circle } from 'lucide-react'
import { passwordLengths, passwordRules, type PasswordPolicy } from '#accounts/password.ts'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'

type PasswordRulesProps = { readonly password: string; readonly policy: PasswordPolicy | undefined }

/** The rules of a password on this installation, each ticked as soon as it holds. */
export function PasswordRules({ password, policy = 'standard' }: PasswordRulesProps) {
  const { t } = useLanguage()
  return (
    <ul className="grid text-label gap-x-3 gap-y-0.5 sm:grid-cols-2">
      {passwordRules[policy].map(({ name, holds }) => {
        const isHeld = holds(password)
        const Icon = isHeld ? Check : Circle
        return (
          <li key={name} className={classes('flex items-center gap-1.5', isHeld ? 'text-green' : 'text-muted')}>
            <Icon size={12} aria-hidden />
            {t(`accounts.passwordRule.${name}`, passwordLengths[policy])}
            <span className="sr-only">{t(isHeld ? 'accounts.passwordRule.held' : 'accounts.passwordRule.open')}</span>
          </li>
        )
      })}
    </ul>
  )
}
