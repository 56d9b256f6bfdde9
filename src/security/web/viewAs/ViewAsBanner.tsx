import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { Viewing } from '#platform/web/viewAs.ts'
import { useEndViewAs } from '#security/web/viewAs/viewAs.client.ts'

/** Says on every page that it is seen as another member, with the way out. */
export function ViewAsBanner({ viewing }: { viewing: Viewing }) {
  const { t } = useLanguage()
  const end = useEndViewAs(viewing)
  return (
    <Banner
      kind="locked"
      actions={
        <Button onPress={() => end.mutate()} isPending={end.isPending}>
          {t('security.viewAs.end')}
        </Button>
      }
    >
      {t('security.viewAs.banner', { name: viewing.name })}
    </Banner>
  )
}
