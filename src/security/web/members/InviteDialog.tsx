import { useQuery } from '@tanstack/react-query'
import { Mail, Ticket } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { CopyLine } from '#design/web/button/CopyLine.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'
import { api } from '#platform/web/http.ts'
import { inviteDays, inviteUses, type InviteDraft, type NewInvite } from '#security/invite.ts'
import { rolesQuery, teamsQuery, useAccessChange } from '#security/web/access.client.ts'
import { inviteForm } from '#security/web/members/inviteForm.ts'
import { useRoleOptions, useUnitOptions } from '#security/web/choices.ts'
import { useSelf } from '#security/web/self.client.ts'

type InviteDialogProps = { readonly envid: string; readonly onClose: () => void }

/** Makes an invite: to an address by mail, or a code that is open to whoever gets it and is shown once. */
export function InviteDialog({ envid, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<NewInvite>()
  return made ? <MadeInvite invite={made} onClose={onClose} /> : <InviteForm {...{ envid, onClose }} onMade={setMade} />
}

type InviteFormProps = InviteDialogProps & { readonly onMade: (invite: NewInvite) => void }

function InviteForm({ envid, onMade, onClose }: InviteFormProps) {
  const { t } = useLanguage()
  const { data: roles = [] } = useQuery(rolesQuery(envid))
  const { data: teams = [] } = useQuery(teamsQuery(envid))
  const { data: self } = useSelf(envid)
  const [isMail, setMail] = useState(true)
  const make = useAccessChange(envid, (draft: InviteDraft) => api.post<NewInvite>(`/invite/v1/${envid}`, draft))
  const usual = roles.find((role) => role.default)?.id ?? ''
  const form = useForm({
    initial: {
      email: '',
      role_id: '',
      unit_id: '',
      team_id: '',
      days: String(inviteDays.usual),
      uses: String(inviteUses.usual),
    },
    schema: async () => inviteForm[isMail ? 'mail' : 'open'],
    labels: {
      email: t('access.email'),
      role_id: t('access.role'),
      unit_id: t('access.unit'),
      team_id: t('access.team'),
      days: t('access.invite.days'),
      uses: t('access.invite.uses'),
    },
    submit: async (draft) => {
      const invite = await make.mutateAsync(draft)
      if (invite.email === null) return onMade(invite)
      toast({ kind: 'done', text: t('access.invite.sent', { email: invite.email }) })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('access.invite.title')}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" isPending={form.isPending} onPress={() => void form.submit()}>
            {t(isMail ? 'access.invite.send' : 'access.invite.make')}
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        <SegmentedControl
          label={t('access.invite.way')}
          segments={[
            { id: 'mail', label: t('access.invite.byMail'), icon: <Mail aria-hidden /> },
            { id: 'open', label: t('access.invite.byCode'), icon: <Ticket aria-hidden /> },
          ]}
          value={isMail ? 'mail' : 'open'}
          onChange={(id) => setMail(id === 'mail')}
        />
        {isMail ? (
          <TextField {...form.text('email')} required type="email" inputMode="email" autoComplete="off" autoFocus />
        ) : (
          <p className="text-muted">{t('access.invite.openText')}</p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            {...form.text('role_id')}
            value={form.values.role_id || usual}
            options={useRoleOptions(envid)}
            undertext={t('access.invite.roleText')}
          />
          <Select
            {...form.text('unit_id')}
            value={form.values.unit_id || (self?.unit.id ?? '')}
            options={useUnitOptions(envid)}
          />
          <Select
            {...form.text('team_id')}
            options={teams.map(({ id, name }) => ({ id, label: name }))}
            clearable
            placeholder={t('design.none')}
          />
          <NumberField {...form.text('days')} decimal={false} />
          {!isMail && <NumberField {...form.text('uses')} decimal={false} />}
        </div>
        <input type="submit" hidden value={t('access.invite.send')} />
      </form>
    </Dialog>
  )
}

/** The only time that a code is shown: only its hash is kept. */
function MadeInvite({ invite, onClose }: { invite: NewInvite; onClose: () => void }) {
  const { t, date } = useLanguage()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('access.invite.made')}
      footer={
        <Button kind="primary" onPress={onClose}>
          {t('access.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner kind="warning">{t('access.invite.once')}</Banner>
        <CopyLine label={t('access.invite.code')} text={invite.code} />
        <CopyLine label={t('access.invite.address')} text={invite.address} />
        <p className="text-muted">
          {t('access.invite.good', { count: invite.uses, day: date(new Date(invite.expires_on), 'longDate') })}
        </p>
      </div>
    </Dialog>
  )
}
