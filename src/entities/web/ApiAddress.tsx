import { Link } from '@tanstack/react-router'
import { CopyLine } from '#design/web/button/CopyLine.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** Where programs find the records of a table, with an example to copy and the way to a key. */
export function ApiAddress({ environmentId, entity }: Omit<EntityPlace, 'model'>) {
  const { t } = useLanguage()
  const address = `${window.location.origin}/api/odata/v1/${environmentId}/${entity.uri}`
  const example = `curl -H "Authorization: Bearer $KEY" '${address}?$top=10&$orderby=name&$count=true'`
  return (
    <FormSection title={t('entities.api.title')} text={t('entities.api.text')}>
      <CopyLine label={t('entities.api.title')} text={address} />
      <CopyLine label={t('entities.api.example')} text={example} />
      <Link to="/keys" search={{ envid: environmentId }} className={`${linkClass} self-start`}>
        {t('entities.api.connect')}
      </Link>
    </FormSection>
  )
}
