import { useQuery } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { Table } from '#design/web/layout/Table.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { actions } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { saveBlob } from '#platform/web/saveFile.ts'
import type { EntityMemberRecord } from '#security/explanation.ts'
import { accessKey, accessPath } from '#security/web/access.client.ts'
import { LoadedList } from '#security/web/Listed.tsx'
import { actionNames, scopeNames } from '#security/web/roles/scopeNames.ts'
import { ScopeShape } from '#security/web/roles/ScopeShape.tsx'
import { guardFormula } from '#text/formulaGuard.ts'

type WhoHasAccessProps = { readonly envid: string; readonly entity: EntityDefinition }

/** The people who may do anything in a table, with how far each action of theirs reaches; as a file, too. */
export function WhoHasAccess({ envid, entity }: WhoHasAccessProps) {
  const { t } = useLanguage()
  const members = useQuery({
    queryKey: [...accessKey(envid), 'entity', entity.id, 'member'],
    queryFn: async ({ signal }) => {
      const path = `${accessPath(envid)}/entity/${entity.id}/member`
      const { value } = await api.get<{ value: readonly EntityMemberRecord[] }>(path, { signal })
      return value.filter((member) => actions.some((action) => member[action] !== 'none'))
    },
  })
  const heads = [
    t('access.name'),
    t('access.unit'),
    t('access.roles'),
    ...actions.map((action) => t(actionNames[action])),
  ]
  const save = (value: readonly EntityMemberRecord[]) => {
    const lines = value.map((member) => [
      member.name,
      member.unit,
      member.roles.map(({ name }) => name).join(', '),
      ...actions.map((action) => t(scopeNames[member[action]])),
    ])
    saveBlob(csvOf([heads, ...lines]), `${entity.uri}-access.csv`)
  }
  return (
    <LoadedList of={members}>
      {(value) =>
        value.length === 0 ? (
          <EmptyState icon={<UserX />} text={t('access.nobody')} />
        ) : (
          <div className="flex flex-col gap-4 p-4 sm:p-6">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-muted">{t('access.haveAccess', { count: value.length })}</p>
              <Button icon={<Download aria-hidden />} onPress={() => save(value)}>
                {t('access.saveCsv')}
              </Button>
            </div>
            <div className="rounded-card border border-line">
              <Table
                caption={t('access.whoHasAccess')}
                columns={[
                  { id: 'name', title: t('access.name') },
                  { id: 'roles', title: t('access.roles'), className: 'max-lg:hidden' },
                  ...actions.map((action) => ({
                    id: action,
                    title: t(actionNames[action]),
                    className: 'max-sm:px-1 max-sm:text-section',
                  })),
                ]}
              >
                {value.map((member) => (
                  <Line key={member.id} member={member} />
                ))}
              </Table>
            </div>
          </div>
        )
      }
    </LoadedList>
  )
}

function Line({ member }: { member: EntityMemberRecord }) {
  const { t } = useLanguage()
  return (
    <tr className="hover:bg-subtle">
      <td className="max-w-0 px-3 py-2 max-sm:w-full sm:max-w-64">
        <Person {...member} />
      </td>
      <td className="max-w-64 truncate px-3 py-2 text-muted max-lg:hidden">
        {member.roles.map(({ name }) => name).join(', ')}
      </td>
      {actions.map((action) => (
        <td key={action} className="px-3 py-2 max-sm:px-1">
          <span className="flex items-center gap-1.5">
            <ScopeShape scope={member[action]} size={16} />
            <span className="text-label max-md:sr-only">{t(scopeNames[member[action]])}</span>
          </span>
        </td>
      ))}
    </tr>
  )
}

function Person({ name, unit }: Pick<EntityMemberRecord, 'name' | 'unit'>) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="max-sm:hidden">
        <Avatar name={name} size={28} />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="font-medium max-sm:wrap-anywhere sm:truncate" title={name}>
          {name}
        </span>
        <span className="truncate text-label text-muted">{unit}</span>
      </span>
    </span>
  )
}

function csvOf(rows: readonly (readonly string[])[]): Blob {
  const cell = (text: string) => `"${guardFormula(text).replaceAll('"', '""')}"`
  return new Blob(['\uFEFF', rows.map((row) => row.map(cell).join(',')).join('\r\n'), '\r\n'], { type: 'text/csv' })
}
