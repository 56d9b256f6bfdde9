import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Columns2, Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#design/web/display/Badge.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu } from '#design/web/overlay/Menu.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { SearchField } from '#design/web/fields/SearchField.tsx'
import { Tabs } from '#design/web/navigation/Tabs.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { entitiesOf } from '#entities/model.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api, ApiFault } from '#platform/web/http.ts'
import { useEnvironmentId, useRouteParams } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import type { RoleChange, RoleDetail } from '#security/role.ts'
import { accessPath, onVersion, roleQuery, useAccessChange } from '#security/web/access.client.ts'
import { ActivityList } from '#security/web/roles/ActivityList.tsx'
import { CompareRoles } from '#security/web/roles/CompareRoles.tsx'
import { DeleteRole } from '#security/web/roles/DeleteRole.tsx'
import { FieldRules } from '#security/web/roles/FieldRules.tsx'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import { Listed } from '#security/web/Listed.tsx'
import { NewRoleDialog } from '#security/web/roles/NewRoleDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'
import { RoleDetails, type RolePartProps } from '#security/web/roles/RoleDetails.tsx'
import { RightsMatrix, ScopeLegend } from '#security/web/roles/RightsMatrix.tsx'
import {
  hasActivity,
  isCellEdited,
  noEdits,
  roleChangeOf,
  scopeIn,
  withScopes,
  type RoleEdits,
} from '#security/web/roles/roleEdits.ts'

/** What a role allows: tables, fields, activities. What a change does is told before it is saved. */
export function RolePage() {
  const envid = useEnvironmentId()
  const { oid = '' } = useRouteParams()
  const role = useQuery(roleQuery(envid, oid))
  return <Listed of={role}>{(detail) => <Editor key={detail.id} envid={envid} role={detail} />}</Listed>
}

type EditorProps = { readonly envid: string; readonly role: RoleDetail }

function Editor({ envid, role }: EditorProps) {
  const { t } = useLanguage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false }) as { readonly tab?: string }
  const { data: model } = useModel(envid)
  const [edits, setEdits] = useState<RoleEdits>(noEdits)
  const [open, setOpen] = useState<'impact' | 'copy' | 'compare' | 'delete'>()
  const [isStale, setStale] = useState(false)
  const change = roleChangeOf(role, edits)
  const isLocked = role.administrator || role.managed
  const save = useAccessChange(
    envid,
    ({ wish, headers }: { readonly wish: RoleChange; readonly headers: Overriding }) =>
      api.patch<RoleDetail>(`${accessPath(envid)}/role/${role.id}`, wish, { ...onVersion(role), headers }),
  )
  useTitle(role.name)
  useUnsavedWork(change !== undefined)
  const send = (headers: Overriding) => {
    if (!change) return
    save.mutate(
      { wish: change, headers },
      {
        onSuccess: (saved) => {
          client.setQueryData(roleQuery(envid, role.id).queryKey, saved)
          setEdits(noEdits)
          setStale(false)
          setOpen(undefined)
          toast({ kind: 'done', text: t('access.roleSaved', { name: saved.name }) })
        },
        onError: (error) => {
          if (!(error instanceof ApiFault) || error.status !== 412) return
          // The list is loaded anew; what was changed here lies over it.
          setStale(true)
          setOpen(undefined)
        },
      },
    )
  }
  const entities = model ? entitiesOf(model).toSorted((a, b) => a.collectionname.localeCompare(b.collectionname)) : []
  const tabs = [
    {
      id: 'tables',
      label: t('access.tables'),
      content: <Tables {...{ role, edits, entities, isLocked }} onEdit={setEdits} />,
    },
    {
      id: 'fields',
      label: t('access.fields'),
      content: <FieldRules key={entities.length} {...{ role, edits, entities, isLocked }} onEdit={setEdits} />,
    },
    {
      id: 'activities',
      label: t('access.activities'),
      content: (
        <ActivityList
          has={(activity) => role.administrator || hasActivity(role, edits, activity)}
          isLocked={isLocked}
          onSet={(activity, on) => setEdits({ ...edits, activities: { ...edits.activities, [activity]: on } })}
        />
      ),
    },
    {
      id: 'details',
      label: t('access.details'),
      content: <RoleDetails {...{ role, edits, isLocked }} onEdit={setEdits} />,
    },
  ]
  return (
    <>
      <PageHeader
        title={edits.name || role.name}
        crumbs={[{ label: t('access.roles'), href: `/${envid}/role` }]}
        beside={role.default && <Badge tint="green">{t('access.default')}</Badge>}
        actions={
          <>
            <Menu
              label={t('access.roleMenu')}
              placement="bottom end"
              trigger={<IconButton label={t('access.roleMenu')} icon={<Ellipsis />} />}
              groups={[
                {
                  id: 'role',
                  actions: [
                    {
                      id: 'compare',
                      label: t('access.compare'),
                      icon: <Columns2 />,
                      onAction: () => setOpen('compare'),
                    },
                    { id: 'copy', label: t('access.copy'), icon: <Copy />, onAction: () => setOpen('copy') },
                    ...(isLocked
                      ? []
                      : [
                          {
                            id: 'delete',
                            label: t('access.delete'),
                            icon: <Trash2 />,
                            danger: true,
                            onAction: () => setOpen('delete'),
                          },
                        ]),
                  ],
                },
              ]}
            />
            {change && (
              <Button className="max-sm:hidden" onPress={() => setEdits(noEdits)}>
                {t('access.discard')}
              </Button>
            )}
            {!isLocked && (
              <Button kind="primary" isDisabled={!change} onPress={() => setOpen('impact')}>
                {t('access.checkAndSave')}
              </Button>
            )}
          </>
        }
      />
      {isLocked && (
        <div className="px-4 pt-3">
          <Banner kind="locked">{t(role.administrator ? 'access.administratorText' : 'access.managedText')}</Banner>
        </div>
      )}
      {isStale && (
        <div className="px-4 pt-3">
          <Banner kind="warning" onClose={() => setStale(false)}>
            {t('access.stale')}
          </Banner>
        </div>
      )}
      <Tabs
        label={role.name}
        tabs={tabs}
        selected={tabs.some(({ id }) => id === tab) ? (tab ?? 'tables') : 'tables'}
        onSelect={(id) => void navigate({ to: '.', search: id === 'tables' ? {} : { tab: id }, replace: true })}
      />
      {open === 'impact' && change && (
        <ImpactDialog
          envid={envid}
          question={{ kind: 'role', id: role.id, change }}
          error={save.error}
          isPending={save.isPending}
          onSave={send}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'copy' && <NewRoleDialog envid={envid} original={role} onClose={() => setOpen(undefined)} />}
      {open === 'compare' && <CompareRoles envid={envid} first={role.id} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteRole envid={envid} role={role} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Tables({
  role,
  edits,
  isLocked,
  onEdit,
  entities,
}: RolePartProps & { entities: readonly EntityDefinition[] }) {
  const { t } = useLanguage()
  const [search, setSearch] = useState('')
  const words = search.trim().toLocaleLowerCase()
  const found = entities.filter(({ name, collectionname, uri }) =>
    `${name} ${collectionname} ${uri}`.toLocaleLowerCase().includes(words),
  )
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SearchField label={t('access.searchTables')} value={search} onChange={setSearch} className="w-full sm:w-64" />
        {!isLocked && <p className="text-label text-muted max-lg:hidden">{t('access.matrixKeys')}</p>}
      </div>
      <ScopeLegend />
      {found.length === 0 ? (
        <EmptyState text={entities.length === 0 ? t('shell.noTables') : t('access.noTable', { text: search })} />
      ) : (
        <RightsMatrix
          caption={t('access.tables')}
          rowTitle={t('access.table')}
          rows={found.map((entity) => ({
            id: entity.id,
            name: entity.collectionname,
            isWhole: entity.ownership === 'organisation',
            isLocked,
            head: (
              <span className="flex min-w-0 items-center gap-2">
                <EntityMark entity={entity} size={16} />
                <span className="truncate">{entity.collectionname}</span>
              </span>
            ),
          }))}
          scopeOf={({ row, action }) => scopeIn(role, edits, row, action)}
          isChanged={({ row, action }) => isCellEdited(role, edits, row, action)}
          onSet={(cells, scope) => onEdit(withScopes(edits, cells, scope))}
        />
      )}
    </div>
  )
}
