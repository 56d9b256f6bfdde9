import { useState } from 'react'
import type { PasskeyRow } from '#accounts/identity.ts'
import { useConfirmed } from '#accounts/web/security/ConfirmMe.tsx'
import { addPasskey, removePasskey, renamePasskey, useSecurityChange } from '#accounts/web/identity.client.ts'
import { PasskeyNameDialog } from '#accounts/web/security/PasskeyNameDialog.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'

type Made = { readonly ticket: string; readonly response: object }

/** The passkeys: made, named, listed and removed. */
export function PasskeySection({ passkeys }: { readonly passkeys: readonly PasskeyRow[] }) {
  const { t } = useLanguage()
  const confirmed = useConfirmed()
  const [made, setMade] = useState<Made>()
  const [renamed, setRenamed] = useState<PasskeyRow>()
  const add = useSecurityChange(addPasskey)
  const rename = useSecurityChange(renamePasskey)
  const isKnown = 'PublicKeyCredential' in window
  const make = async () => {
    const { makePasskey } = await import('#accounts/web/signIn/passkey.ts')
    setMade(await confirmed(makePasskey))
  }
  const keep = async (name: string) => {
    await add.mutateAsync({ ...made, name })
    setMade(undefined)
    toast({ kind: 'done', text: t('identity.passkeys.added') })
  }
  return (
    <FormSection title={t('identity.passkeys.title')} text={t('identity.passkeys.lead')}>
      {passkeys.length === 0 && <p className="text-muted">{t('identity.passkeys.none')}</p>}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {passkeys.map((passkey) => (
            <Line key={passkey.id} passkey={passkey} onRename={() => setRenamed(passkey)} />
          ))}
        </ul>
      )}
      {isKnown ? (
        <div>
          <Button onPress={() => void make()}>{t('identity.passkeys.add')}</Button>
        </div>
      ) : (
        <p className="text-muted">{t('identity.passkeys.unsupported')}</p>
      )}
      {made && (
        <PasskeyNameDialog
          title={t('identity.passkeys.add')}
          name=""
          onSave={keep}
          onClose={() => setMade(undefined)}
        />
      )}
      {renamed && (
        <PasskeyNameDialog
          title={t('identity.passkeys.rename')}
          name={renamed.name}
          onSave={async (name) => {
            await rename.mutateAsync({ id: renamed.id, name })
            setRenamed(undefined)
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </FormSection>
  )
}

function Line({ passkey, onRename }: { readonly passkey: PasskeyRow; readonly onRename: () => void }) {
  const { t } = useLanguage()
  const confirmed = useConfirmed()
  const remove = useSecurityChange(removePasskey)
  const { id, name, created_on, last_used_on } = passkey
  const ask = async () => {
    const question = {
      title: t('identity.passkeys.removeTitle'),
      text: t('identity.passkeys.removeText', { name }),
      action: t('identity.passkeys.remove'),
      danger: true,
    }
    if (!(await confirm(question))) return
    const done = await confirmed(async () => {
      await remove.mutateAsync(id)
      return true
    })
    if (done) toast({ kind: 'done', text: t('identity.passkeys.removed', { name }) })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium break-words">{name}</span>
        <span className="text-label text-muted">
          {t('identity.passkeys.made')} <RelativeTime value={new Date(created_on)} />
          {' · '}
          {last_used_on === null ? (
            t('identity.passkeys.never')
          ) : (
            <>
              {t('identity.passkeys.lastUsed')} <RelativeTime value={new Date(last_used_on)} />
            </>
          )}
        </span>
      </div>
      <div className="flex gap-1">
        <Button kind="quiet" aria-label={`${t('identity.passkeys.rename')}: ${name}`} onPress={onRename}>
          {t('identity.passkeys.rename')}
        </Button>
        <Button
          kind="quietDanger"
          aria-label={`${t('identity.passkeys.remove')}: ${name}`}
          isPending={remove.isPending}
          onPress={() => void ask()}
        >
          {t('identity.passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}
