import { useState } from 'react'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Scope } from '#environments/memberRights.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import type { EntityRoleRecord } from '#security/role.ts'
import { accessPath, useAccessChange } from '#security/web/access.client.ts'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'
import { RightsMatrix, ScopeLegend, type MatrixCell } from '#security/web/roles/RightsMatrix.tsx'

type EntityMatrixProps = {
  readonly envid: string
  readonly entity: EntityDefinition
  readonly roles: readonly EntityRoleRecord[]
}

/** What each role allows in one table, with the switches of the table that rights depend on. */
export function EntityMatrix({ envid, entity, roles }: EntityMatrixProps) {
  const { t } = useLanguage()
  const [edits, setEdits] = useState<ReadonlyMap<string, MatrixCell & { scope: Scope }>>(new Map())
  const [isAsking, setAsking] = useState(false)
  const saved = ({ row, action }: MatrixCell) => roles.find(({ role_id }) => role_id === row)?.[action] ?? 'none'
  const keyOf = ({ row, action }: MatrixCell) => `${row} ${action}`
  const value = [...edits.values()]
    .filter((cell) => saved(cell) !== cell.scope)
    .map(({ row, action, scope }) => ({ role_id: row, action, scope }))
  const save = useAccessChange(envid, (headers: Overriding) =>
    api.put(`${accessPath(envid)}/entity/${entity.id}`, { value }, { headers }),
  )
  useUnsavedWork(value.length > 0)
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          <span>{t(entity.ownership === 'organisation' ? 'access.ownedByAll' : 'access.ownedByOne')}</span>
          <span>{t(entity.recordsharing ? 'access.sharingOn' : 'access.sharingOff')}</span>
          <PageLink href={`/${envid}/entity/${entity.id}/settings`} className={linkClass}>
            {t('access.toSettings')}
          </PageLink>
        </p>
        <span className="flex gap-2">
          {value.length > 0 && <Button onPress={() => setEdits(new Map())}>{t('access.discard')}</Button>}
          <Button kind="primary" isDisabled={value.length === 0} onPress={() => setAsking(true)}>
            {t('access.checkAndSave')}
          </Button>
        </span>
      </div>
      <ScopeLegend />
      <RightsMatrix
        caption={t('access.roles')}
        rowTitle={t('access.role')}
        rows={roles.map(({ role_id, role, administrator }) => ({
          id: role_id,
          name: role,
          isWhole: entity.ownership === 'organisation',
          isLocked: administrator,
          head: (
            <span className="flex min-w-0 items-center gap-2">
              <PageLink href={`/${envid}/role/${role_id}`} className="focus-ring truncate rounded-small">
                {role}
              </PageLink>
              {administrator && (
                <span className="max-sm:hidden">
                  <Badge tint="brand">{t('access.allRights')}</Badge>
                </span>
              )}
            </span>
          ),
        }))}
        scopeOf={(cell) => edits.get(keyOf(cell))?.scope ?? saved(cell)}
        isChanged={(cell) => (edits.get(keyOf(cell))?.scope ?? saved(cell)) !== saved(cell)}
        onSet={(cells, scope) =>
          setEdits(new Map([...edits, ...cells.map((cell) => [keyOf(cell), { ...cell, scope }] as const)]))
        }
      />
      {isAsking && value.length > 0 && (
        <ImpactDialog
          envid={envid}
          question={{ kind: 'entity', id: entity.id, change: { value } }}
          error={save.error}
          isPending={save.isPending}
          onSave={(headers) =>
            save.mutate(headers, {
              onSuccess: () => {
                setAsking(false)
                setEdits(new Map())
                toast({ kind: 'done', text: t('access.roleSaved', { name: entity.collectionname }) })
              },
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
