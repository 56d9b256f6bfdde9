import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { mostMembersAtOnce, type MemberRecord, type MemberRoles } from '#security/member.ts'
import { accessPath, rolesQuery, useAccessChange } from '#security/web/access.client.ts'
import { ImpactDialog } from '#security/web/roles/ImpactDialog.tsx'
import type { Overriding } from '#security/web/permissionTests/overrides.ts'

type RolesOfManyDialogProps = {
  readonly envid: string
  readonly members: readonly MemberRecord[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Gives roles to many members, and takes others away. */
export function RolesOfManyDialog({ envid, members, onDone, onClose }: RolesOfManyDialogProps) {
  const { t } = useLanguage()
  const { data: roles = [] } = useQuery(rolesQuery(envid))
  const [add, setAdd] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  const wish: MemberRoles = { member_ids: members.map(({ id }) => id), add: [...add], remove: [...remove] }
  const change = useAccessChange(envid, (headers: Overriding) =>
    api.post(`${accessPath(envid)}/member/role`, wish, { headers }),
  )
  const options = roles.map(({ id, name }) => ({ id, label: name }))
  const held = new Set(members.flatMap((member) => member.roles.map(({ id }) => id)))
  const save = (headers: Overriding) =>
    change.mutate(headers, {
      onSuccess: () => {
        toast({ kind: 'done', text: t('access.rolesChanged', { count: members.length }) })
        onDone()
        onClose()
      },
    })
  const isTooMany = members.length > mostMembersAtOnce
  if (isAsking)
    return (
      <ImpactDialog
        envid={envid}
        question={{ kind: 'members', change: wish }}
        error={change.error}
        isPending={change.isPending}
        onSave={save}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('access.rolesOf', { count: members.length })}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={isTooMany || add.length + remove.length === 0}
            onPress={() => setAsking(true)}
          >
            {t('access.checkAndSave')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isTooMany && <Banner kind="warning">{t('access.tooMany', { max: mostMembersAtOnce })}</Banner>}
        <MultiSelect
          label={t('access.give')}
          options={options.filter(({ id }) => !remove.includes(id))}
          value={add}
          onChange={setAdd}
        />
        <MultiSelect
          label={t('access.takeAway')}
          options={options.filter(({ id }) => held.has(id) && !add.includes(id))}
          value={remove}
          onChange={setRemove}
        />
      </div>
    </Dialog>
  )
}
