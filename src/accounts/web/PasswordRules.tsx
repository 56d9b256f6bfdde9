import { Check, Circle } from 'lucide-react'
import { passwordLength, passwordRules } from '#accounts/password.ts'
import { classes } from '#design/web/classes.ts'
import { useLanguage } from '#language/web/language.tsx'

/** The rules of a password, each ticked as soon as it holds. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useLanguage()
  return (
    <ul className="grid text-label gap-x-3 gap-y-0.5 sm:grid-cols-2">
      {passwordRules.map(({ name, holds }) => {
        const isHeld = holds(password)
        const Icon = isHeld ? Check : Circle
        return (
          <li key={name} className={classes('flex items-center gap-1.5', isHeld ? 'text-green' : 'text-muted')}>
            <Icon size={12} aria-hidden />
            {t(`accounts.passwordRule.${name}`, passwordLength)}
            <span className="sr-only">{t(isHeld ? 'accounts.passwordRule.held' : 'accounts.passwordRule.open')}</span>
          </li>
        )
      })}
    </ul>
  )
}
