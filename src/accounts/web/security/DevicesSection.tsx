import type { Device } from '#accounts/device.ts'
import { useConfirmed } from '#accounts/web/security/ConfirmMe.tsx'
import { useDevices, useEndDevice } from '#accounts/web/profile/profile.client.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** Where the person is signed in; each of them can be ended from here. */
export function DevicesSection() {
  const { t } = useLanguage()
  const { data: devices, error, refetch } = useDevices()
  const end = useEndDevice()
  const confirmed = useConfirmed()
  const close = (id?: string) => void confirmed(() => end.mutateAsync(id))
  return (
    <FormSection title={t('profile.devices.title')} text={t('profile.devices.text')}>
      {error && !devices && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!error && !devices && (
        <Loading>
          <Skeleton className="h-12" />
        </Loading>
      )}
      {devices && (
        <ul className="divide-y divide-line rounded-card border border-line bg-background">
          {devices.map((device) => (
            <Line key={device.id} device={device} isPending={end.isPending} onEnd={() => close(device.id)} />
          ))}
        </ul>
      )}
      {devices && devices.length > 1 && (
        <div>
          <Button isPending={end.isPending && end.variables === undefined} onPress={() => close()}>
            {t('profile.devices.endOthers')}
          </Button>
        </div>
      )}
    </FormSection>
  )
}

function Line({ device, isPending, onEnd }: { device: Device; isPending: boolean; onEnd: () => void }) {
  const { t } = useLanguage()
  const { browser, system, current, last_seen_on, created_on } = device
  const name = [browser, system].filter(Boolean).join(' · ') || t('profile.devices.unknown')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name} {current && <Badge tint="green">{t('profile.devices.current')}</Badge>}
        </span>
        <span className="text-label text-muted">
          {t('profile.devices.seen')} <RelativeTime value={new Date(last_seen_on)} />
          {' · '}
          {t('profile.devices.since')} <RelativeTime value={new Date(created_on)} />
        </span>
      </div>
      {!current && (
        <Button
          kind="quietDanger"
          aria-label={`${t('profile.devices.end')}: ${name}`}
          isDisabled={isPending}
          onPress={onEnd}
        >
          {t('profile.devices.end')}
        </Button>
      )}
    </li>
  )
}
