import { Copy } from 'lucide-react'
import { Button } from '#design/web/Button.tsx'
import { FormSection } from '#design/web/FormSection.tsx'
import { toast } from '#design/web/toast.ts'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** Where programs find the records of a table, with an example to copy. */
export function ApiAddress({ environmentId, entity }: Omit<EntityPlace, 'model'>) {
  const { t } = useLanguage()
  const address = `${window.location.origin}/api/odata/v1/${environmentId}/${entity.uri}`
  const example = `curl -H "Authorization: Bearer $TOKEN" '${address}?$top=10&$orderby=name&$count=true'`
  const copy = () =>
    navigator.clipboard.writeText(example).then(
      () => toast({ kind: 'done', text: t('entities.api.copied') }),
      () => toast({ kind: 'failed', text: t('entities.api.notCopied') }),
    )
  return (
    <FormSection title={t('entities.api.title')} text={t('entities.api.text')}>
      <pre className="rounded-control bg-subtle p-3 font-mono text-label break-all whitespace-pre-wrap">{example}</pre>
      <Button className="self-end" icon={<Copy aria-hidden />} onPress={() => void copy()}>
        {t('entities.api.copy')}
      </Button>
    </FormSection>
  )
}
