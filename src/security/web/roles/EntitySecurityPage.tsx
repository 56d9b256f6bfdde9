import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Tabs } from '#design/web/navigation/Tabs.tsx'
import { EntityFrame, type EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import { entityRolesQuery } from '#security/web/access.client.ts'
import { EntityMatrix } from '#security/web/roles/EntityMatrix.tsx'
import { ExplainTab } from '#security/web/explain/ExplainTab.tsx'
import { FieldMatrix } from '#security/web/roles/FieldMatrix.tsx'
import { LoadedList } from '#security/web/Listed.tsx'
import { useMay } from '#security/web/self.client.ts'
import { WhoHasAccess } from '#security/web/explain/WhoHasAccess.tsx'

const PermissionTests = lazy(async () => ({
  default: (await withTexts(import('#security/web/permissionTests/PermissionTests.tsx'), ['security'])).PermissionTests,
}))

/** Who may do what in one table: by roles, by people, and for a single record. */
export function EntitySecurityPage() {
  const { t } = useLanguage()
  return <EntityFrame title={t('access.security')}>{(place) => <Parts {...place} />}</EntityFrame>
}

function Parts({ environmentId, entity }: EntityPlace) {
  const { t } = useLanguage()
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false }) as { readonly tab?: string }
  const mayManage = useMay(environmentId, 'manage-roles')
  const place = { envid: environmentId, entity }
  const managed = [
    { id: 'roles', label: t('access.roles'), content: <Roles {...place} /> },
    { id: 'fields', label: t('access.fields'), content: <Fields {...place} /> },
    { id: 'people', label: t('access.whoHasAccess'), content: <WhoHasAccess {...place} /> },
    { id: 'tests', label: t('access.tests.title'), content: <Tests {...place} /> },
  ]
  const tabs = [
    ...(mayManage ? managed : []),
    { id: 'explain', label: t('access.explain.title'), content: <ExplainTab {...place} /> },
  ]
  const first = tabs[0]?.id ?? 'explain'
  return (
    <Tabs
      label={t('access.security')}
      tabs={tabs}
      selected={tabs.some(({ id }) => id === tab) ? (tab ?? first) : first}
      onSelect={(id) => void navigate({ to: '.', search: id === first ? {} : { tab: id }, replace: true })}
    />
  )
}

type PartProps = { readonly envid: string; readonly entity: EntityPlace['entity'] }

function Fields({ envid, entity }: PartProps) {
  const roles = useQuery(entityRolesQuery(envid, entity.id))
  return <LoadedList of={roles}>{(value) => <FieldMatrix {...{ envid, entity }} roles={value} />}</LoadedList>
}

function Tests({ envid, entity }: PartProps) {
  return (
    <Suspense>
      <PermissionTests environmentId={envid} entityId={entity.id} />
    </Suspense>
  )
}

function Roles({ envid, entity }: PartProps) {
  const roles = useQuery(entityRolesQuery(envid, entity.id))
  return <LoadedList of={roles}>{(value) => <EntityMatrix {...{ envid, entity }} roles={value} />}</LoadedList>
}
