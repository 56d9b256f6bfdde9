import { useState } from 'react'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { accessNameLength, type RoleDetail, type RoleRecord } from '#security/role.ts'
import { AccessDialog } from '#security/web/explain/AccessDialog.tsx'
import { accessPath, useAccessChange } from '#security/web/access.client.ts'

type NewRoleDialogProps = {
  readonly envid: string
  /** The role that the new one is a copy of. */
  readonly original?: RoleRecord
  readonly onClose: () => void
}

/** Makes a role that allows nothing yet, or what another one allows, and opens it. */
export function NewRoleDialog({ envid, original, onClose }: NewRoleDialogProps) {
  const { t } = useLanguage()
  const go = useGo()
  const [name, setName] = useState(original ? t('access.copyName', { name: original.name }) : '')
  const path = `${accessPath(envid)}/role`
  const make = useAccessChange(envid, () =>
    api.post<RoleDetail>(original ? `${path}/${original.id}/copy` : path, { name }),
  )
  return (
    <AccessDialog
      title={original ? t('access.copyTitle', { name: original.name }) : t('access.newRole')}
      action={t(original ? 'access.copy' : 'access.create')}
      error={make.error}
      isPending={make.isPending}
      isDisabled={name.trim().length < accessNameLength.min}
      onSave={() =>
        make.mutate(undefined, {
          onSuccess: ({ id }) => {
            onClose()
            go(`/${envid}/role/${id}`)
          },
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('access.name')}
        required
        maxLength={accessNameLength.max}
        value={name}
        onChange={setName}
        autoFocus
        autoComplete="off"
        undertext={t(original ? 'access.copyText' : 'access.newRoleText')}
      />
    </AccessDialog>
  )
}
