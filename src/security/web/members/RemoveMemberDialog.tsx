import { useState } from 'react'
import { Select, type Option } from '#design/web/choice/Select.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import type { MemberRecord } from '#security/member.ts'
import { AccessDialog } from '#security/web/explain/AccessDialog.tsx'
import { accessPath, useAccessChange } from '#security/web/access.client.ts'
import { fullName } from '#accounts/fullName.ts'

type RemoveMemberDialogProps = {
  readonly envid: string
  readonly member: MemberRecord
  readonly records: number
  readonly owners: readonly Option[]
  readonly onClose: () => void
}

/** Ends a membership, and asks who gets the records. */
export function RemoveMemberDialog({ envid, member, records, owners, onClose }: RemoveMemberDialogProps) {
  const { t } = useLanguage()
  const [newOwner, setNewOwner] = useState('')
  const name = fullName(member)
  const remove = useAccessChange(envid, () =>
    api.remove(`${accessPath(envid)}/member/${member.id}${newOwner ? `?new_owner_id=${newOwner}` : ''}`),
  )
  const save = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ kind: 'done', text: t('access.removed', { name }) })
        onClose()
      },
    })
  return (
    <AccessDialog
      title={t('access.removeTitle', { name })}
      action={t('access.remove')}
      kind="danger"
      error={remove.error}
      isPending={remove.isPending}
      onSave={save}
      onClose={onClose}
    >
      <p>{t('access.removeText', { count: records })}</p>
      {records > 0 && (
        <Select
          label={t('access.newOwner')}
          options={owners}
          value={newOwner}
          onChange={setNewOwner}
          clearable
          placeholder={t('access.recordsStay')}
        />
      )}
    </AccessDialog>
  )
}
