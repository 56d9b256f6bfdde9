import { useQuery } from '@tanstack/react-query'
import { Columns2, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'
import type { RoleRecord } from '#security/role.ts'
import { rolesQuery } from '#security/web/access.client.ts'
import { CompareRoles } from '#security/web/roles/CompareRoles.tsx'
import { LoadedList } from '#security/web/Listed.tsx'
import { NewRoleDialog } from '#security/web/roles/NewRoleDialog.tsx'

/** The roles of an environment: how many hold each, and on how many tables it allows something. */
export function RolesPage() {
  const { t } = useLanguage()
  const envid = useEnvironmentId()
  const roles = useQuery(rolesQuery(envid))
  const [open, setOpen] = useState<'new' | 'compare'>()
  useTitle(t('access.roles'))
  return (
    <>
      <PageHeader
        title={t('access.roles')}
        beside={roles.data && <span className="text-muted tabular-nums">{roles.data.length}</span>}
        actions={
          <>
            <Button icon={<Columns2 aria-hidden />} onPress={() => setOpen('compare')}>
              <span className="max-sm:sr-only">{t('access.compare')}</span>
            </Button>
            <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setOpen('new')}>
              {t('access.newRole')}
            </Button>
          </>
        }
      />
      <LoadedList of={roles}>
        {(value) => (
          <div className="flex flex-col gap-4 p-4 sm:p-6">
            <p className="max-w-160 text-muted">{t('access.rolesText')}</p>
            <div className="rounded-card border border-line">
              <Roles envid={envid} roles={value} />
            </div>
          </div>
        )}
      </LoadedList>
      {open === 'new' && <NewRoleDialog envid={envid} onClose={() => setOpen(undefined)} />}
      {open === 'compare' && <CompareRoles envid={envid} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Roles({ envid, roles }: { envid: string; roles: readonly RoleRecord[] }) {
  const { t, number } = useLanguage()
  const cell = 'px-3 py-2'
  return (
    <Table
      caption={t('access.roles')}
      columns={[
        { id: 'name', title: t('access.name') },
        { id: 'members', title: t('access.members'), align: 'end' },
        { id: 'teams', title: t('access.teams'), align: 'end', className: 'max-sm:hidden' },
        { id: 'entities', title: t('access.tables'), align: 'end', className: 'max-sm:hidden' },
      ]}
    >
      {roles.map((role) => (
        <tr key={role.id} className="hover:bg-subtle">
          <td className={`${cell} max-w-0 max-sm:w-full`}>
            <PageLink href={`/${envid}/role/${role.id}`} className="focus-ring flex min-w-0 flex-col rounded-small">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <span className="truncate font-medium">{role.name}</span>
                {role.administrator && <Badge tint="brand">{t('access.allRights')}</Badge>}
                {role.default && <Badge tint="green">{t('access.default')}</Badge>}
                {role.managed && !role.administrator && <Badge>{t('access.managed')}</Badge>}
              </span>
              {role.description && <span className="truncate text-label text-muted">{role.description}</span>}
            </PageLink>
          </td>
          <td className={`${cell} text-right tabular-nums`}>{number(role.members)}</td>
          <td className={`${cell} text-right tabular-nums max-sm:hidden`}>{number(role.teams)}</td>
          <td className={`${cell} text-right tabular-nums max-sm:hidden`}>
            {role.administrator ? t('access.scope.all') : number(role.entities)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
