import { useLanguage } from '#language/web/language.tsx'
import { useTitle } from '#platform/web/title.ts'

const sections = {
  terms: ['who', 'account', 'data', 'trial', 'end'],
  privacy: ['what', 'why', 'where', 'rights'],
  use: ['law', 'harm', 'fair'],
} as const

/** Which of the texts that one agrees to at sign-up. */
export type LegalText = keyof typeof sections

/** One of the texts that one agrees to at sign-up. */
export function LegalPage({ text }: { text: LegalText }) {
  const { t, say } = useLanguage()
  useTitle(t(`legal.${text}.title`))
  return (
    <article className="flex w-full max-w-160 flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h1 className="text-auth font-semibold">{t(`legal.${text}.title`)}</h1>
        <p className="text-muted">{t('legal.operator')}</p>
      </header>
      {sections[text].map((section) => (
        <section key={section} className="flex flex-col gap-1">
          <h2 className="font-semibold">{say(`legal.${text}.${section}.title`)}</h2>
          <p>{say(`legal.${text}.${section}.text`)}</p>
        </section>
      ))}
    </article>
  )
}

export function TermsPage() {
  return <LegalPage text="terms" />
}

export function PrivacyPage() {
  return <LegalPage text="privacy" />
}

export function AcceptableUsePage() {
  return <LegalPage text="use" />
}
