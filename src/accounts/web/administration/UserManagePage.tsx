import { fullName } from '#accounts/fullName.ts'
import type { ReactNode } from 'react'
import { isFullUser, type User, type UserChange } from '#accounts/user.ts'
import { useMe } from '#accounts/web/me.client.ts'
import { StatusBadge } from '#accounts/web/administration/StatusBadge.tsx'
import { UserFrame } from '#accounts/web/administration/UserPage.tsx'
import {
  useChangeUser,
  useEndSessionsOf,
  useResetFactorsOf,
  useResetUser,
  useUser,
} from '#accounts/web/administration/users.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { SettingLine } from '#design/web/layout/SettingLine.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** What administrators of the installation do about a person, and what happened to the account. Whoever is none gets what an unknown address gets. */
export function UserManagePage({ id, events }: { readonly id: string; readonly events: ReactNode }) {
  const { t } = useLanguage()
  const { data: person, error, refetch } = useUser(id)
  useTitle(t('users.manage.title'))
  const refused = person && !isFullUser(person)
  return (
    <UserFrame>
      {!person && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {refused && <ErrorState text={t('fault.user.unknown')} />}
      {!person && !error && (
        <Loading>
          <Skeleton className="h-40" />
        </Loading>
      )}
      {person && isFullUser(person) && (
        <>
          <Manage person={person} />
          {events}
        </>
      )}
    </UserFrame>
  )
}

function Manage({ person }: { person: User }) {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const change = useChangeUser(person.id)
  const reset = useResetUser(person.id)
  const end = useEndSessionsOf(person.id)
  const factors = useResetFactorsOf(person.id)
  const name = fullName(person)
  const isMe = person.id === me?.id
  const isOff = person.status === 'inactive'
  const tell = {
    onSuccess: () => toast({ kind: 'done', text: t('users.manage.done') }),
    onError: (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text }),
  }
  const apply = (next: UserChange) => change.mutate(next, tell)
  const disable = async () => {
    const question = {
      title: t('users.manage.disableTitle', { name }),
      text: t('users.manage.disableText'),
      action: t('users.manage.disable'),
      danger: true,
    }
    if (await confirm(question)) apply({ disabled: true })
  }
  const loseFactors = async () => {
    const question = {
      title: t('users.manage.factorsTitle', { name }),
      text: t('users.manage.factorsText'),
      action: t('users.manage.resetFactors'),
      danger: true,
    }
    if (await confirm(question)) factors.mutate(undefined, tell)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 text-auth font-semibold break-words">{name}</h1>
        <StatusBadge status={person.status} />
      </div>
      <div className="divide-y divide-line rounded-card border border-line bg-background">
        <SettingLine
          title={t('users.manage.status')}
          text={t(isOff ? 'users.manage.statusOff' : 'users.manage.statusOn')}
        >
          {isOff ? (
            <Button isPending={change.isPending} onPress={() => apply({ disabled: false })}>
              {t('users.manage.enable')}
            </Button>
          ) : (
            <Button kind="danger" isDisabled={isMe} isPending={change.isPending} onPress={() => void disable()}>
              {t('users.manage.disable')}
            </Button>
          )}
        </SettingLine>
        <SettingLine title={t('accounts.password')} text={t('users.manage.resetText', { email: person.email })}>
          <Button isDisabled={isOff} isPending={reset.isPending} onPress={() => reset.mutate(undefined, tell)}>
            {t('users.manage.reset')}
          </Button>
        </SettingLine>
        <SettingLine title={t('users.sessions')} text={t('users.manage.sessionsText', { count: person.sessions })}>
          <Button
            isDisabled={person.sessions === 0 || isMe}
            isPending={end.isPending}
            onPress={() => end.mutate(undefined, tell)}
          >
            {t('users.manage.endSessions')}
          </Button>
        </SettingLine>
        <SettingLine title={t('users.manage.factors')} text={t('users.manage.factorsText')}>
          <Button isDisabled={isMe} isPending={factors.isPending} onPress={() => void loseFactors()}>
            {t('users.manage.resetFactors')}
          </Button>
        </SettingLine>
        <SettingLine title={t('users.administrator')} text={t('users.manage.administratorText')}>
          <Switch
            aria-label={t('users.administrator')}
            isSelected={person.platform_administrator}
            isDisabled={change.isPending || isOff}
            onChange={(platform_administrator) => apply({ platform_administrator })}
          />
        </SettingLine>
      </div>
    </>
  )
}
