import { ChevronsUpDown, Layers } from 'lucide-react'
import { lazy } from 'react'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { PopupTrigger } from '#design/web/overlay/PopupTrigger.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useRouteParams } from '#platform/web/routeParams.ts'

const load = () => import('#main/web/EnvironmentSwitchMenu.tsx')
const EnvironmentSwitchMenu = lazy(async () => ({ default: (await load()).EnvironmentSwitchMenu }))

/** The environment one is in, and the way to the others. */
export function EnvironmentSwitch() {
  const { t } = useLanguage()
  const { eid } = useRouteParams()
  const { data: environments = [] } = useEnvironments()
  const current = environments.find((environment) => environment.id === eid)
  return (
    <PopupTrigger
      kind="menu"
      load={load}
      trigger={
        <Button kind="quiet" className="h-10! w-full min-w-0 justify-start! gap-2! px-2!">
          <span className="sr-only">{t('shell.switch')}</span>
          {current ? <EnvironmentMark environment={current} size={24} /> : <Layers className="text-muted" />}
          <span className="flex min-w-0 flex-1 flex-col items-start leading-4">
            <span className="max-w-full truncate font-semibold">{current?.name ?? t('environments.title')}</span>
            {current && (
              <span className="max-w-full truncate text-section font-normal text-muted">
                {t(`environments.region.${current.region}`)}
              </span>
            )}
          </span>
          <ChevronsUpDown className="text-muted" />
        </Button>
      }
    >
      {(opened) => <EnvironmentSwitchMenu {...opened} />}
    </PopupTrigger>
  )
}
