import { Link } from '@tanstack/react-router'
import { FileUp, History, Plus, Settings2, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '#accounts/web/me.client.ts'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { useEnvironment } from '#environments/web/environments.client.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useIsOn } from '#entities/web/features.client.ts'
import { RecordCount } from '#entities/web/RecordCount.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { RecentChanges } from '#main/web/RecentChanges.tsx'
import { useTables } from '#main/web/tables.client.ts'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'

/** The overview of an environment: how to go on, its tables, and what changed lately. */
export function OverviewPage() {
  const { t } = useLanguage()
  const id = useEnvironmentId()
  const { data: environment } = useEnvironment(id)
  const { data: me } = useMe()
  const isMaker = me?.developermode === true && environment?.administrator === true
  useTitle(environment?.name)
  return (
    <>
      <PageHeader
        title={environment?.name ?? ''}
        beside={environment?.company && <span className="truncate text-muted">{environment.company}</span>}
        actions={
          isMaker && (
            <Link to={`/${id}/entity/create`} className={buttonLink.primary}>
              <Plus aria-hidden />
              {t('shell.newTable')}
            </Link>
          )
        }
      />
      <div className="@container mx-auto flex w-full max-w-340 flex-col gap-8 p-4 sm:p-6">
        {environment?.description && (
          <div className="flex items-start gap-3">
            <EnvironmentMark environment={environment} size={32} />
            <p className="pt-1.5 text-muted">{environment.description}</p>
          </div>
        )}
        {isMaker && <QuickStart environmentId={id} />}
        <div className="grid gap-8 *:min-w-0 @4xl:auto-cols-fr @4xl:grid-flow-col">
          <Tables environmentId={id} isMaker={isMaker} />
          {isMaker && <RecentChanges environmentId={id} />}
        </div>
      </div>
    </>
  )
}

function QuickStart({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  const tiles = [
    { id: 'import', path: '/import', Icon: FileUp },
    { id: 'table', path: '/entity/create', Icon: Table2 },
    { id: 'changes', path: '/change', Icon: History },
    { id: 'manage', path: '/manage', Icon: Settings2 },
  ] as const
  const mayImport = useIsOn(environmentId, 'import')
  const shown = tiles.filter(({ path }) => path !== '/import' || mayImport)
  return (
    <Part title={t('overview.start')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
        {shown.map(({ id, path, Icon }) => (
          <li key={id}>
            <Link
              to={`/${environmentId}${path}`}
              className="focus-ring flex h-full flex-col gap-1 rounded-card border border-line p-3 transition-colors hover:border-control-line hover:bg-subtle"
            >
              <Icon size={18} className="text-brand" aria-hidden />
              <span className="font-medium">{t(`overview.tile.${id}.title`)}</span>
              <span className="text-label text-muted">{t(`overview.tile.${id}.text`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Tables({ environmentId, isMaker }: { environmentId: string; isMaker: boolean }) {
  const { t } = useLanguage()
  const { data: tables, error, refetch } = useTables(environmentId)
  return (
    <Part title={t('shell.tables')}>
      {error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!tables && !error && (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      )}
      {tables?.length === 0 && (
        <EmptyState icon={<Table2 />} text={t(isMaker ? 'overview.noTables' : 'overview.noneOpen')}>
          {isMaker && (
            <Link to={`/${environmentId}/entity/create`} className={buttonLink.primary}>
              {t('shell.newTable')}
            </Link>
          )}
        </EmptyState>
      )}
      {tables && tables.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {tables.map((table) => (
            <li key={table.id}>
              <Link
                to={`/${environmentId}/entity/${table.id}`}
                className="focus-ring flex items-center gap-3 rounded-card px-3 py-2 hover:bg-subtle"
              >
                <EntityMark entity={table} />
                <span className="min-w-0 truncate font-medium">{table.collectionname}</span>
                <span className="min-w-0 flex-1 truncate text-muted" title={table.description ?? undefined}>
                  {table.description}
                </span>
                <span className="text-section text-muted">
                  <RecordCount environmentId={environmentId} uri={table.uri} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}
