import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { FeatureSwitches } from '#entities/web/FeatureSwitches.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'

/** What an environment offers, each with a switch. */
export function FeaturesPage() {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const isMaker = useMaker(eid) === 'maker'
  const { data: model } = useModel(eid)
  useTitle(t('features.title'))
  return (
    <>
      <PageHeader title={t('features.title')} />
      <div className="flex min-h-0 w-full max-w-160 flex-col gap-4 p-4 sm:p-6">
        <MakerBanner environmentId={eid} />
        <p className="text-muted">{t('features.text')}</p>
        {isMaker && model && <FeatureSwitches {...{ model }} environmentId={eid} entityId={null} />}
      </div>
    </>
  )
}
