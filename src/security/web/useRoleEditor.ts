import type { RoleDialog } from '#security/web/RoleMenu.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api, ApiFault } from '#platform/web/http.ts'
import type { RoleChange, RoleDetail } from '#security/role.ts'
import { accessPath, onVersion, roleQuery, useAccessChange } from '#security/web/access.client.ts'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'
import { noEdits, roleChangeOf, type RoleEdits } from '#security/web/roles/roleEdits.ts'

/** The edits of a role and their saving; `isStale`: somebody else has changed the role, and the edits lie over theirs. */
export function useRoleEditor(envid: string, role: RoleDetail) {
  const { t } = useLanguage()
  const client = useQueryClient()
  const [edits, setEdits] = useState<RoleEdits>(noEdits)
  const [open, setOpen] = useState<RoleDialog>()
  const [isStale, setStale] = useState(false)
  const change = roleChangeOf(role, edits)
  const save = useAccessChange(
    envid,
    ({ wish, headers }: { readonly wish: RoleChange; readonly headers: Overriding }) =>
      api.patch<RoleDetail>(`${accessPath(envid)}/role/${role.id}`, wish, { ...onVersion(role), headers }),
  )
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
  return { edits, setEdits, change, save, send, open, setOpen, isStale, setStale }
}
