import {
  Activity,
  FileUp,
  History,
  House,
  Plus,
  ScrollText,
  Search,
  Settings2,
  ShieldCheck,
  TableProperties,
  ToggleRight,
  Users,
  Variable,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '#accounts/web/me.client.ts'
import { Kbd } from '#design/web/Kbd.tsx'
import { Skeleton } from '#design/web/Skeleton.tsx'
import { useIsOn } from '#entities/web/features.client.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { RecordCount } from '#entities/web/RecordCount.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { EnvironmentSwitch } from '#main/web/EnvironmentSwitch.tsx'
import { NavLine } from '#main/web/NavLine.tsx'
import { PersonMenu } from '#main/web/PersonMenu.tsx'
import { changeActivities, holdsAny } from '#main/web/changeActivities.ts'
import { useTables } from '#main/web/tables.client.ts'
import { useRouteParams } from '#platform/web/routeParams.ts'
import { useMay, useSelf } from '#security/web/self.client.ts'

/** What makers go to; without the activity that one is for it is nothing to go to. */
const lines = [
  { path: '/entity', text: 'shell.allTables', Icon: TableProperties, may: [] },
  { path: '/entity/create', text: 'shell.newTable', Icon: Plus, may: ['alter-entities'] },
  { path: '/import', text: 'overview.tile.import.title', Icon: FileUp, may: ['import'] },
  { path: '/variables', text: 'variables.title', Icon: Variable, may: ['manage-variables'] },
  { path: '/features', text: 'features.title', Icon: ToggleRight, may: ['manage-environment'] },
  { path: '/change', text: 'shell.changes', Icon: History, may: changeActivities },
  { path: '/job', text: 'shell.jobs', Icon: Activity, may: [] },
] as const

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
  const mayImport = useIsOn(environmentId, 'import')
  const maySeePeople = useMay(environmentId, 'manage-users')
  const maySeeRoles = useMay(environmentId, 'manage-roles')
  const maySeeAudit = useMay(environmentId, 'see-audit')
  const { data: self } = useSelf(environmentId)
  return (
    <>
      <ul>
        <NavLine href={base} isExact icon={<House aria-hidden />} label={t('overview.title')} />
      </ul>
      <Section title={t('shell.tables')}>
        <TableLines environmentId={environmentId} />
      </Section>
      <ul className="empty:hidden">
        {maySeePeople && <NavLine href={`${base}/users`} icon={<Users aria-hidden />} label={t('access.people')} />}
        {maySeeRoles && <NavLine href={`${base}/role`} icon={<ShieldCheck aria-hidden />} label={t('access.roles')} />}
        {maySeeAudit && (
          <NavLine href={`${base}/audit`} isExact icon={<ScrollText aria-hidden />} label={t('audit.title')} />
        )}
      </ul>
      {me?.developermode && (
        <Section title={t('shell.build')}>
          {lines
            .filter(({ path, may }) => holdsAny(self?.activities, may) && (path !== '/import' || mayImport))
            .map(({ path, text, Icon }) => (
              <NavLine key={path} href={base + path} isExact icon={<Icon aria-hidden />} label={t(text)} />
            ))}
          <NavLine href={`${base}/manage`} icon={<Settings2 aria-hidden />} label={t('environments.manage.title')} />
        </Section>
      )}
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
