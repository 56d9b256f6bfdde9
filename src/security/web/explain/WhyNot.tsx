import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { refusals, type Refused } from '#security/web/pendingDialogs.ts'
import { useMay } from '#security/web/self.client.ts'

/** Behind a sentence that says what one may not: the way to the reasons, or whom to ask. */
export function WhyNot({ refused }: { readonly refused: Refused }) {
  const { t } = useLanguage()
  const mayAsk = useMay(refused.envid, 'explain-access')
  if (!mayAsk) return <span>{t('records.refused.ask')}</span>
  return (
    <button type="button" className={linkClass} onClick={() => void refusals.add(refused)}>
      {t('records.refused.why')}
    </button>
  )
}
