import { useQuery } from '@tanstack/react-query'
import { Ban, Mail, MailPlus, Ticket, UserPlus } from 'lucide-react'
import { Badge, type Tint } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import type { InviteRecord, InviteState } from '#security/invite.ts'
import { invitesQuery, useAccessChange } from '#security/web/access.client.ts'
import { LoadedList } from '#security/web/Listed.tsx'

type InvitesTabProps = { readonly envid: string; readonly onInvite: () => void }

/** The invites of an environment: who they are for, what they give, and how far they are used. */
export function InvitesTab({ envid, onInvite }: InvitesTabProps) {
  const { t } = useLanguage()
  const invites = useQuery(invitesQuery(envid))
  const hidden = { role: 'max-sm:hidden', unit: 'max-lg:hidden', used: 'max-md:hidden', expires: 'max-md:hidden' }
  return (
    <LoadedList of={invites}>
      {(value) =>
        value.length === 0 ? (
          <EmptyState icon={<MailPlus />} text={t('access.invite.none')}>
            <Button icon={<UserPlus aria-hidden />} onPress={onInvite}>
              {t('access.invite.new')}
            </Button>
          </EmptyState>
        ) : (
          <div className="m-4 rounded-card border border-line sm:m-6">
            <Table
              caption={t('access.invites')}
              columns={[
                { id: 'for', title: t('access.invite.for') },
                { id: 'state', title: t('access.status') },
                { id: 'role', title: t('access.role'), className: hidden.role },
                { id: 'unit', title: t('access.unit'), className: hidden.unit },
                { id: 'used', title: t('access.invite.used'), align: 'end', className: hidden.used },
                { id: 'expires', title: t('access.invite.expires'), className: hidden.expires },
                { id: 'revoke', title: t('access.invite.revoke'), titleHidden: true },
              ]}
            >
              {value.map((invite) => (
                <Line key={invite.id} {...{ envid, invite, hidden }} />
              ))}
            </Table>
          </div>
        )
      }
    </LoadedList>
  )
}

const tints: Record<InviteState, Tint> = { open: 'green', used: 'grey', expired: 'amber', revoked: 'red' }

type LineProps = {
  readonly envid: string
  readonly invite: InviteRecord
  readonly hidden: Readonly<Record<'role' | 'unit' | 'used' | 'expires', string>>
}

function Line({ envid, invite, hidden }: LineProps) {
  const { t, date, number } = useLanguage()
  const revoke = useAccessChange(envid, () => api.remove(`/invite/v1/${envid}/${invite.id}`))
  const name = invite.email ?? t('access.invite.open')
  const ask = async () => {
    const yes = await confirm({
      title: t('access.invite.revoke'),
      text: t('access.invite.revokeText'),
      action: t('access.invite.revoke'),
      danger: true,
    })
    if (yes) revoke.mutate(undefined, { onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }) })
  }
  const cell = 'px-3 py-2'
  return (
    <tr className="hover:bg-subtle">
      <td className={`${cell} max-w-0 max-sm:w-full sm:max-w-64`}>
        <span className="flex min-w-0 items-center gap-2">
          {invite.email ? (
            <Mail size={16} className="shrink-0 text-muted" aria-hidden />
          ) : (
            <Ticket size={16} className="shrink-0 text-muted" aria-hidden />
          )}
          <span className="flex min-w-0 flex-col">
            <span className="truncate font-medium">{name}</span>
            {invite.by && (
              <span className="truncate text-label text-muted">{t('access.invite.by', { name: invite.by })}</span>
            )}
          </span>
        </span>
      </td>
      <td className={cell}>
        <Badge tint={tints[invite.state]}>{t(`access.inviteState.${invite.state}`)}</Badge>
      </td>
      <td className={`${cell} ${hidden.role}`}>{invite.role?.name ?? t('access.invite.usualRole')}</td>
      <td className={`${cell} ${hidden.unit}`}>
        {[invite.unit?.name, invite.team?.name].filter((text) => text !== undefined).join(' · ')}
      </td>
      <td className={`${cell} text-right tabular-nums ${hidden.used}`}>
        {t('access.invite.usedOf', { used: number(invite.used), uses: number(invite.uses) })}
      </td>
      <td className={`${cell} text-muted ${hidden.expires}`}>{date(new Date(invite.expires_on), 'longDate')}</td>
      <td className="w-0 py-1 pr-2 text-right">
        {invite.state === 'open' && (
          <IconButton
            label={`${t('access.invite.revoke')}: ${name}`}
            icon={<Ban />}
            isPending={revoke.isPending}
            onPress={() => void ask()}
          />
        )}
      </td>
    </tr>
  )
}
