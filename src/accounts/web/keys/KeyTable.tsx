import { useState, type ReactNode } from 'react'
import type { ApiKey, KeyPlace } from '#accounts/apiKey.ts'
import { useRevokeApiKey } from '#accounts/web/keys/apiKeys.client.ts'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { formatRelative } from '#language/relativeTime.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type KeyTableProps = {
  readonly keys: readonly ApiKey[]
  readonly places: readonly KeyPlace[]
  readonly onRevoked: (id: string) => void
}

/** A person's keys, one a line; on a phone, one a card. */
export function KeyTable({ keys, places, onRevoked }: KeyTableProps) {
  const { t } = useLanguage()
  const columns = [
    { id: 'name', title: t('apiKeys.name'), className: 'pl-4!' },
    { id: 'scope', title: t('apiKeys.scope') },
    { id: 'made', title: t('apiKeys.made') },
    { id: 'lastUsed', title: t('apiKeys.lastUsed') },
    { id: 'expires', title: t('apiKeys.expires') },
    { id: 'actions', title: t('apiKeys.actions'), titleHidden: true },
  ]
  return (
    <Table caption={t('apiKeys.title')} columns={columns} headClassName="border-b border-line max-md:sr-only">
      {keys.map((key) => (
        <Line key={key.id} value={key} places={places} onRevoked={onRevoked} />
      ))}
    </Table>
  )
}

type LineProps = { readonly value: ApiKey } & Pick<KeyTableProps, 'places' | 'onRevoked'>

function Line({ value, places, onRevoked }: LineProps) {
  const { t } = useLanguage()
  const { id, name, envid, created_on, last_used_on, expires_on, readonly, entities } = value
  const place = places.find((each) => each.id === envid)
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:py-3">
      <th scope="row" className="py-1.5 pr-3 pl-4 font-medium break-words max-md:py-1 md:max-w-60">
        {name}
      </th>
      <Cell label={t('apiKeys.scope')}>
        <span className="break-words">
          {envid === null ? t('apiKeys.everywhere') : (place?.name ?? t('apiKeys.gone'))}
        </span>
        {(readonly || entities) && (
          <span className="flex flex-wrap gap-1 pt-0.5">
            {entities && <Badge>{t('apiKeys.someTables', { count: entities.length })}</Badge>}
            {readonly && <Badge>{t('apiKeys.onlyReads')}</Badge>}
          </span>
        )}
      </Cell>
      <Cell label={t('apiKeys.made')}>
        <RelativeTime value={new Date(created_on)} />
      </Cell>
      <Cell label={t('apiKeys.lastUsed')}>
        {last_used_on === null ? t('apiKeys.never') : <RelativeTime value={new Date(last_used_on)} />}
      </Cell>
      <Cell label={t('apiKeys.expires')}>
        {expires_on === null ? t('apiKeys.endless') : <Ending value={new Date(expires_on)} />}
      </Cell>
      <td className="py-1.5 pr-1 text-right max-md:col-start-2 max-md:row-span-5 max-md:row-start-1 max-md:-mt-0.5 max-md:py-0">
        <Revoke {...{ id, name, onRevoked }} />
      </td>
    </tr>
  )
}

/** A cell that on a phone brings its title along. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="px-3 py-1.5 text-muted max-md:col-start-1 max-md:pl-4 max-md:flex max-md:gap-2 max-md:py-0.5 md:max-w-60">
      <span className="shrink-0 after:content-[':'] md:hidden">{label}</span>
      <span className="min-w-0 text-text">{children}</span>
    </td>
  )
}

const soon = 7 * 86_400_000

/** The day on which a key ends; in its last week, how much is left. */
function Ending({ value }: { value: Date }) {
  const { locale, date } = useLanguage()
  const [now] = useState(() => new Date())
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <time dateTime={value.toISOString()} title={date(value, 'longDateTime')} className="whitespace-nowrap">
        {date(value, 'shortDate')}
      </time>
      {value.getTime() - now.getTime() < soon && <Badge tint="amber">{formatRelative(value, now, locale)}</Badge>}
    </span>
  )
}

function Revoke({ id, name, onRevoked }: Pick<ApiKey, 'id' | 'name'> & Pick<KeyTableProps, 'onRevoked'>) {
  const { t } = useLanguage()
  const revoke = useRevokeApiKey()
  const ask = async () => {
    const question = {
      title: t('apiKeys.revoke.title'),
      text: t('apiKeys.revoke.text', { name }),
      action: t('apiKeys.revoke.action'),
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await revoke.mutateAsync(id)
      toast({ kind: 'done', text: t('apiKeys.revoke.done', { name }) })
      onRevoked(id)
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
  return (
    <Button
      kind="quietDanger"
      aria-label={`${t('apiKeys.revoke.action')}: ${name}`}
      isPending={revoke.isPending}
      onPress={() => void ask()}
    >
      {t('apiKeys.revoke.action')}
    </Button>
  )
}
