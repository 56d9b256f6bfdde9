import { Link } from '@tanstack/react-router'
import { History, ShieldCheck, Table2, type LucideIcon } from 'lucide-react'
import { trialDays } from '#accounts/rules.ts'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useTitle } from '#platform/web/title.ts'

const points = [
  { id: 'data', Icon: Table2 },
  { id: 'changes', Icon: History },
  { id: 'safe', Icon: ShieldCheck },
] as const satisfies readonly { id: string; Icon: LucideIcon }[]

/** What the product is, for those who are not signed in. */
export function IndexPage() {
  const { t } = useLanguage()
  useTitle(undefined)
  return (
    <div className="flex w-full max-w-200 flex-col items-center gap-12 pt-[4dvh]">
      <section className="flex flex-col items-center gap-5 text-center">
        <h1 className="max-w-140 text-[32px]/10 font-semibold tracking-tight text-balance">{t('index.title')}</h1>
        <p className="max-w-130 text-title text-muted text-pretty">{t('index.lead')}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/auth/signup" className={buttonLink.primary}>
            {t('accounts.signUp.action')}
          </Link>
          <Link to="/auth" className={buttonLink.secondary}>
            {t('accounts.signIn.action')}
          </Link>
        </div>
        <p className="text-label text-muted">{t('accounts.signIn.trial', { days: trialDays })}</p>
      </section>
      <ul className="grid w-full gap-3 sm:grid-cols-3">
        {points.map(({ id, Icon }) => (
          <li key={id} className="flex flex-col gap-2 rounded-card border border-line bg-background p-4">
            <Icon size={20} className="text-brand" aria-hidden />
            <h2 className="font-semibold">{t(`index.${id}.title`)}</h2>
            <p className="text-muted">{t(`index.${id}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
