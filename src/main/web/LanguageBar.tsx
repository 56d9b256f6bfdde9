import { localeCodes, locales } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { toast } from '#design/web/feedback/toast.ts'

/** The four languages, each in its own words. */
export function LanguageBar() {
  const { t, locale, setLocale } = useLanguage()
  const choose = (code: string) => {
    setLocale(code).catch((error: Error) => toast({ kind: 'failed', text: error.message }))
  }
  return (
    <div role="group" aria-label={t('shell.language')} className="flex flex-wrap gap-1">
      {localeCodes.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === locale}
          onClick={() => choose(code)}
          className={classes(
            'focus-ring rounded-small px-1.5 py-1 hover:text-text pointer-coarse:min-h-11',
            code === locale && 'font-semibold text-text',
          )}
        >
          {locales[code].name}
        </button>
      ))}
    </div>
  )
}
