import { useLanguage } from '#language/web/language.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { useCookieChoice } from '#platform/web/cookieChoice.ts'

/** Specification 2: on every page except the database layout, and only while no choice is stored. */
export function CookieBanner() {
  const { t } = useLanguage()
  const [choice, choose] = useCookieChoice()
  if (choice !== undefined) return null
  return (
    <section
      aria-label={t('shell.cookies.title')}
      // On a small screen it takes its place above the page, where it can cover nothing that is filled in.
      className="border-b border-line bg-raised px-4 py-3 roomy:sticky roomy:bottom-0 roomy:z-40 roomy:order-last roomy:border-t roomy:border-b-0 roomy:shadow-float"
    >
      <div className="mx-auto flex max-w-240 flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72">{t('shell.cookies.text')}</p>
        <div className="flex gap-2">
          <Button onPress={() => choose(false)}>{t('shell.cookies.decline')}</Button>
          <Button kind="primary" onPress={() => choose(true)}>
            {t('shell.cookies.accept')}
          </Button>
        </div>
      </div>
    </section>
  )
}
