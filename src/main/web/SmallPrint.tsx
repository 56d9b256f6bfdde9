import { Link } from '@tanstack/react-router'
import { LanguageBar } from '#main/web/LanguageBar.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { productVersion } from '#text/version.ts'

/** Languages, terms and version: at the foot of every page outside the working area. */
export function SmallPrint() {
  const { t } = useLanguage()
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2 px-4 py-4 text-label text-muted">
      <LanguageBar />
      <span className="flex flex-wrap justify-center gap-x-4 gap-y-1">
        {(['terms', 'privacy', 'use'] as const).map((name) => (
          <Link key={name} to={`/index/${name}`} className={classes(linkClass, 'text-muted! no-underline')}>
            {t(`legal.${name}.title`)}
          </Link>
        ))}
      </span>
      <span>{t('shell.version', { version: productVersion })}</span>
    </footer>
  )
}
