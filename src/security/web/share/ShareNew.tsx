import { useState } from 'react'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import type { Option } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { mostReason, type SharedRight } from '#security/share.ts'
import { endOfDay, shareProblems, sayPlace } from '#security/web/share/shareTexts.ts'
import { findReceivers, useSharing, type SharedPlace } from '#security/web/share/share.client.ts'
import { ShareRights } from '#security/web/share/ShareRights.tsx'

const onlyRead: readonly SharedRight[] = ['read']

/** Shares a record with somebody else: whom, what, until when and why. */
export function ShareNew({ place, may }: { readonly place: SharedPlace; readonly may: readonly SharedRight[] }) {
  const { t, timeZone } = useLanguage()
  const { give } = useSharing(place)
  const [receiver, setReceiver] = useState<Option>()
  const [rights, setRights] = useState(onlyRead)
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const search = async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const found = await findReceivers(place, text, signal)
    return found.map((each) => ({ id: each.id, label: each.name, detail: sayPlace(t, each) }))
  }
  // A name that was typed and chosen goes with its control.
  const [round, setRound] = useState(0)
  const problems = shareProblems(give.error)
  const share = ({ id, label }: Option) => {
    const chosen = Object.fromEntries(rights.map((right) => [right, true]))
    give.mutate(
      { principal_id: id, ...chosen, expires_on: endOfDay(until, timeZone), reason: reason || null },
      {
        onSuccess: () => {
          toast({ kind: 'done', text: t('sharing.given', { name: label }) })
          setReceiver(undefined)
          setRound(round + 1)
          setRights(onlyRead)
          setUntil('')
          setReason('')
        },
      },
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {give.error && problems.size === 0 && <Banner kind="error">{sayFault(t, give.error).text}</Banner>}
      <ComboBox
        key={round}
        label={t('sharing.receiver')}
        value={receiver}
        onChange={setReceiver}
        search={search}
        {...errorOf(problems, 'principal_id')}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <DatePicker label={t('sharing.until')} value={until} onChange={setUntil} {...errorOf(problems, 'expires_on')} />
        <TextField
          label={t('sharing.reason')}
          value={reason}
          maxLength={mostReason}
          onChange={setReason}
          {...errorOf(problems, 'reason')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ShareRights
          label={t('sharing.rights')}
          value={rights}
          may={may}
          onChange={(right, on) => setRights(on ? [...rights, right] : rights.filter((each) => each !== right))}
        />
        <Button
          kind="primary"
          isPending={give.isPending}
          isDisabled={!receiver}
          onPress={() => receiver && share(receiver)}
        >
          {t('sharing.action')}
        </Button>
      </div>
    </div>
  )
}

function errorOf(problems: ReadonlyMap<string, string>, target: string): { readonly error?: string } {
  const error = problems.get(target)
  return error === undefined ? {} : { error }
}
