import { Trash2, UsersRound } from 'lucide-react'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { Badge } from '#design/web/display/Badge.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { shareRights, type SharedRight, type ShareRecord } from '#security/share.ts'
import { shareDay, endOfDay, sayPlace } from '#security/web/share/shareTexts.ts'
import { useSharing, type SharedPlace } from '#security/web/share/share.client.ts'
import { ShareRights } from '#security/web/share/ShareRights.tsx'

type ShareLineProps = {
  readonly place: SharedPlace
  readonly share: ShareRecord
  readonly may: readonly SharedRight[]
}

/** One share: with whom, by whom and until when; its rights and its end are changed at once. */
export function ShareLine({ place, share, may }: ShareLineProps) {
  const { t, date, timeZone } = useLanguage()
  const { change, end } = useSharing(place)
  const { principal, by, expires_on: until, changeable, over } = share
  const { id, name } = principal
  const failed = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })
  const remove = async () => {
    const isSure = await confirm({
      title: t('sharing.remove', { name }),
      text: t('sharing.removeText', { name }),
      action: t('sharing.removeAction'),
      danger: true,
    })
    if (!isSure) return
    end.mutate(id, {
      onSuccess: () => toast({ kind: 'done', text: t('sharing.ended', { name }) }),
      onError: failed,
    })
  }
  const told = until
    ? t('sharing.byUntil', { name: by.name, day: date(new Date(until), 'shortDate') })
    : t('sharing.by', { name: by.name })
  return (
    <li className="flex gap-3 py-3">
      {principal.kind === 'member' ? (
        <Avatar name={name} size={32} />
      ) : (
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-grey-tint text-grey">
          <UsersRound size={16} />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{name}</span>
          <span className="text-label text-muted">{sayPlace(t, principal)}</span>
          {over && <Badge tint="amber">{t('sharing.over')}</Badge>}
        </div>
        <p className="text-label text-muted">
          {told}
          {share.reason && ` · ${share.reason}`}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-2">
          <ShareRights
            label={t('sharing.rightsOf', { name })}
            value={shareRights.filter((right) => share[right])}
            may={may}
            onChange={changeable ? (right, on) => change.mutate({ id, [right]: on }, { onError: failed }) : undefined}
          />
          {changeable && (
            <DatePicker
              className="w-44"
              label={t('sharing.until')}
              value={shareDay(until, timeZone)}
              onChange={(day) => change.mutate({ id, expires_on: endOfDay(day, timeZone) }, { onError: failed })}
            />
          )}
        </div>
        {share.idle.length > 0 && (
          <p className="text-label text-amber">
            {t('sharing.idle', { name, rights: share.idle.map((right) => t(`sharing.right.${right}`)).join(', ') })}
          </p>
        )}
      </div>
      {share.removable && (
        <IconButton label={t('sharing.remove', { name })} icon={<Trash2 />} onPress={() => void remove()} />
      )}
    </li>
  )
}
