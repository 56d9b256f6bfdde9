import { House, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '#accounts/web/me.client.ts'
import { Kbd } from '#design/web/button/Kbd.tsx'
import { Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { isFeatureOn } from '#entities/feature.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { RecordCount } from '#entities/web/RecordCount.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { EnvironmentSwitch } from '#main/web/EnvironmentSwitch.tsx'
import { NavLine } from '#main/web/NavLine.tsx'
import { navigation, offersLine } from '#main/web/navigation.ts'
import { PersonMenu } from '#main/web/PersonMenu.tsx'
import { useTables } from '#main/web/tables.client.ts'
import { useRouteParams } from '#platform/web/routeParams.ts'
import { useSelf } from '#security/web/self.client.ts'

/** The left side of the working area. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const { t } = useLanguage()
  const { eid } = useRouteParams()
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 p-2">
      <EnvironmentSwitch />
      <button
        type="button"
        onClick={onSearch}
        className="focus-ring flex h-control shrink-0 items-center gap-2 rounded-control border border-control-line bg-background px-2 text-muted hover:bg-sunken"
      >
        <Search size={16} aria-hidden />
        <span className="flex-1 truncate text-left">{t('shell.search')}</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <nav aria-label={t('shell.navigation')} className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto py-1">
        {eid && <EnvironmentLines environmentId={eid} />}
      </nav>
      <PersonMenu />
    </div>
  )
}

function EnvironmentLines({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const base = `/${environmentId}`
  const { data: model } = useModel(environmentId)
  const { data: self } = useSelf(environmentId)
  const linesOf = (section: 'people' | 'build') =>
    navigation
      .filter((line) => line.section === section && offersLine(line, self?.activities))
      .filter(({ feature }) => !feature || !model || isFeatureOn(model, feature))
      .map(({ path, text, Icon }) => (
        <NavLine
          key={path}
          href={base + path}
          isExact={section === 'build'}
          icon={<Icon aria-hidden />}
          label={t(text)}
        />
      ))
  return (
    <>
      <ul>
        <NavLine href={base} isExact icon={<House aria-hidden />} label={t('overview.title')} />
      </ul>
      <Section title={t('shell.tables')}>
        <TableLines environmentId={environmentId} />
      </Section>
      <ul className="empty:hidden">{self && linesOf('people')}</ul>
      {me?.developermode && <Section title={t('shell.build')}>{linesOf('build')}</Section>}
    </>
  )
}

function TableLines({ environmentId }: { environmentId: string }) {
  const { t } = useLanguage()
  const { data: tables, isError } = useTables(environmentId)
  if (isError) return <li className="px-2 text-label text-muted">{t('shell.tablesFailed')}</li>
  if (!tables) return [1, 2, 3].map((key) => <Skeleton key={key} className="mx-2 my-2 w-2/3" />)
  if (tables.length === 0) return <li className="px-2 text-label text-muted">{t('shell.noTables')}</li>
  return tables.map((table) => (
    <NavLine
      key={table.id}
      href={`/${environmentId}/entity/${table.id}`}
      icon={<EntityMark entity={table} size={16} />}
      label={table.collectionname}
    >
      <span className="text-section text-muted">
        <RecordCount environmentId={environmentId} uri={table.uri} />
      </span>
    </NavLine>
  ))
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="px-2 pb-1 text-section font-medium text-muted">{title}</h2>
      <ul aria-label={title}>{children}</ul>
    </div>
  )
}
