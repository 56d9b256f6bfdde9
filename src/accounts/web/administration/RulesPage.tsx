import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { ConfirmProvider, useConfirmed } from '#accounts/web/security/ConfirmMe.tsx'
import { ForAdministrators } from '#accounts/web/administration/ForAdministrators.tsx'
import { useChangeRules, useEndEverySession, useRules } from '#accounts/web/administration/users.client.ts'
import type { InstallationRules } from '#accounts/user.ts'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { SettingLine } from '#design/web/layout/SettingLine.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** What holds for everyone who signs in. Whoever does not administer the installation gets what an unknown address gets. */
export function RulesPage() {
  return (
    <ForAdministrators>
      <Page />
    </ForAdministrators>
  )
}

function Page() {
  const { t } = useLanguage()
  const { data: rules, error, refetch } = useRules()
  useTitle(t('users.rules.title'))
  return (
    <div className="mx-auto flex w-full max-w-240 flex-col gap-5 px-4 py-8 sm:px-6">
      <div className="flex flex-col gap-1">
        <Link to="/users" className={`${linkClass} inline-flex items-center gap-1 self-start`}>
          <ChevronLeft size={14} aria-hidden />
          {t('users.title')}
        </Link>
        <h1 className="text-auth font-semibold">{t('users.rules.title')}</h1>
        <p className="max-w-160 text-muted">{t('users.rules.lead')}</p>
      </div>
      {!rules && error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!rules && !error && (
        <Loading>
          <Skeleton className="h-40" />
        </Loading>
      )}
      {rules && (
        <ConfirmProvider>
          <div className="divide-y divide-line rounded-card border border-line bg-background">
            <SecondFactor rules={rules} />
            <EverySession />
          </div>
        </ConfirmProvider>
      )}
    </div>
  )
}

function SecondFactor({ rules }: { readonly rules: InstallationRules }) {
  const { t } = useLanguage()
  const confirmed = useConfirmed()
  const change = useChangeRules()
  const set = async (second_factor: boolean) => {
    const kept = await confirmed(() => change.mutateAsync({ second_factor }))
    if (kept) toast({ kind: 'done', text: t('users.rules.done') })
  }
  return (
    <SettingLine title={t('users.rules.factor')} text={t('users.rules.factorText')}>
      <Switch
        aria-label={t('users.rules.factor')}
        isSelected={rules.second_factor}
        isDisabled={change.isPending}
        onChange={(wanted) => void set(wanted)}
      />
    </SettingLine>
  )
}

function EverySession() {
  const { t } = useLanguage()
  const confirmed = useConfirmed()
  const end = useEndEverySession()
  const endAll = async () => {
    const question = {
      title: t('users.rules.endAllTitle'),
      text: t('users.rules.endAllText'),
      action: t('users.rules.endAll'),
      danger: true,
    }
    if (!(await confirm(question))) return
    const done = await confirmed(() => end.mutateAsync())
    if (done) toast({ kind: 'done', text: t('users.rules.endAllDone', { count: done.ended }) })
  }
  return (
    <SettingLine title={t('users.rules.endAll')} text={t('users.rules.endAllText')}>
      <Button kind="danger" isPending={end.isPending} onPress={() => void endAll()}>
        {t('users.rules.endAll')}
      </Button>
    </SettingLine>
  )
}
