import { RoleTables } from '#security/web/RoleTables.tsx'
import { RoleMenu } from '#security/web/RoleMenu.tsx'
import { useRoleEditor } from '#security/web/useRoleEditor.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Badge } from '#design/web/display/Badge.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Tabs } from '#design/web/navigation/Tabs.tsx'
import { entitiesOf } from '#entities/model.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId, useRouteParams } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import type { RoleDetail } from '#security/role.ts'
import { roleQuery } from '#security/web/access.client.ts'
import { ActivityList } from '#security/web/roles/ActivityList.tsx'
import { CompareRoles } from '#security/web/roles/CompareRoles.tsx'
import { DeleteRole } from '#security/web/roles/DeleteRole.tsx'
import { FieldRules } from '#security/web/roles/FieldRules.tsx'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import { LoadedList } from '#security/web/Listed.tsx'
import { NewRoleDialog } from '#security/web/roles/NewRoleDialog.tsx'
import { RoleDetails } from '#security/web/roles/RoleDetails.tsx'
import { hasActivity, noEdits } from '#security/web/roles/roleEdits.ts'

/** What a role allows: tables, fields, activities. What a change does is told before it is saved. */
export function RolePage() {
  const envid = useEnvironmentId()
  const { oid = '' } = useRouteParams()
  const role = useQuery(roleQuery(envid, oid))
  return <LoadedList of={role}>{(detail) => <Editor key={detail.id} envid={envid} role={detail} />}</LoadedList>
}

type EditorProps = { readonly envid: string; readonly role: RoleDetail }

function Editor({ envid, role }: EditorProps) {
  const { t } = useLanguage()
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false }) as { readonly tab?: string }
  const { data: model } = useModel(envid)
  const { edits, setEdits, change, save, send, open, setOpen, isStale, setStale } = useRoleEditor(envid, role)
  const isLocked = role.administrator || role.managed
  useTitle(role.name)
  useUnsavedWork(change !== undefined)
  const entities = model ? entitiesOf(model).toSorted((a, b) => a.collectionname.localeCompare(b.collectionname)) : []
  const tabs = [
    {
      id: 'tables',
      label: t('access.tables'),
      content: <RoleTables {...{ role, edits, entities, isLocked }} onEdit={setEdits} />,
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
            <RoleMenu isLocked={isLocked} onOpen={setOpen} />
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
