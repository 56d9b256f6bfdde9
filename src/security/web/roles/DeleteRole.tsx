import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { useGo } from '#platform/web/routeParams.ts'
import type { RoleDetail } from '#security/role.ts'
import { accessPath, onVersion, useAccessChange } from '#security/web/access.client.ts'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'

type DeleteRoleProps = { readonly envid: string; readonly role: RoleDetail; readonly onClose: () => void }

/** Deletes a role, after what its members lose has been told; they get the default role. */
export function DeleteRole({ envid, role, onClose }: DeleteRoleProps) {
  const { t } = useLanguage()
  const go = useGo()
  const remove = useAccessChange(envid, (headers: Overriding) =>
    api.remove(`${accessPath(envid)}/role/${role.id}`, { ...onVersion(role), headers }),
  )
  return (
    <ImpactDialog
      envid={envid}
      question={{ kind: 'roleDelete', id: role.id }}
      deletes={{ name: role.name, text: t('access.deleteRoleText') }}
      error={remove.error}
      isPending={remove.isPending}
      onSave={(headers) => remove.mutate(headers, { onSuccess: () => go(`/${envid}/role`, { replace: true }) })}
      onClose={onClose}
    />
  )
}
