import type { ConnectionRow, OfferedProvider } from '#accounts/identity.ts'
import { useConfirmed } from '#accounts/web/security/ConfirmMe.tsx'
import { leaveFor } from '#accounts/web/signIn/externalStart.ts'
import { disconnect, useSecurityChange } from '#accounts/web/identity.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { useLanguage } from '#language/web/language.tsx'

type Props = { readonly connections: readonly ConnectionRow[]; readonly providers: readonly OfferedProvider[] }

/** The accounts elsewhere that open this one. */
export function ConnectedSection({ connections, providers }: Props) {
  const { t } = useLanguage()
  const confirmed = useConfirmed()
  const open = providers.filter(({ id }) => connections.every(({ provider }) => provider !== id))
  const nameOf = (id: string) => providers.find((provider) => provider.id === id)?.name ?? id
  return (
    <FormSection title={t('identity.connected.title')} text={t('identity.connected.lead')}>
      {connections.length === 0 && <p className="text-muted">{t('identity.connected.none')}</p>}
      {connections.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {connections.map((connection) => (
            <Line key={connection.id} connection={connection} name={nameOf(connection.provider)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {open.map(({ id, name }) => (
          <Button
            key={id}
            onPress={() => void confirmed(() => leaveFor(id, { intent: 'connect', next: null, remember: false }))}
          >
            {t('identity.connected.connect', { provider: name })}
          </Button>
        ))}
      </div>
    </FormSection>
  )
}

function Line({ connection, name }: { readonly connection: ConnectionRow; readonly name: string }) {
  const { t } = useLanguage()
  const confirmed = useConfirmed()
  const remove = useSecurityChange(disconnect)
  const ask = async () => {
    const question = {
      title: t('identity.connected.disconnectTitle', { provider: name }),
      text: t('identity.connected.disconnectText', { provider: name }),
      action: t('identity.connected.disconnect'),
      danger: true,
    }
    if (await confirm(question)) await confirmed(() => remove.mutateAsync(connection.id))
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium break-words">{name}</span>
        <span className="text-label break-all text-muted">
          {connection.label && `${connection.label} · `}
          {t('identity.connected.since')} <RelativeTime value={new Date(connection.created_on)} />
        </span>
      </div>
      <Button
        kind="quietDanger"
        aria-label={`${t('identity.connected.disconnect')}: ${name}`}
        isPending={remove.isPending}
        onPress={() => void ask()}
      >
        {t('identity.connected.disconnect')}
      </Button>
    </li>
  )
}
