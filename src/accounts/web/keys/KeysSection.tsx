import { Link } from '@tanstack/react-router'
import { useApiKeys } from '#accounts/web/keys/apiKeys.client.ts'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** The keys for programs: how many there are, and the way to them. */
export function KeysSection() {
  const { t } = useLanguage()
  const { data: keys } = useApiKeys()
  return (
    <FormSection title={t('apiKeys.title')} text={t('apiKeys.text')}>
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/keys" className={buttonLink.secondary}>
          {t('profile.keys')}
        </Link>
        {keys && <span className="text-muted">{t('profile.keyCount', { count: keys.length })}</span>}
      </div>
    </FormSection>
  )
}
