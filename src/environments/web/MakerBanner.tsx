import { useChangeMe } from '#accounts/web/profile/changeMe.client.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useMaker } from '#environments/web/maker.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** Says why the definitions of this environment can't be changed by the person, with the way to it; nothing for makers. */
export function MakerBanner({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  const maker = useMaker(environmentId)
  const change = useChangeMe()
  if (maker === undefined || maker === 'maker') return null
  if (maker === 'noAdministrator') return <Banner kind="locked">{t('environments.maker.noAdministrator')}</Banner>
  const switchOn = () =>
    change.mutate(
      { developermode: true },
      { onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }) },
    )
  return (
    <Banner
      kind="locked"
      actions={
        <Button onPress={switchOn} isPending={change.isPending}>
          {t('environments.maker.switchOn')}
        </Button>
      }
    >
      {t('environments.maker.needsDeveloperMode')}
    </Banner>
  )
}
