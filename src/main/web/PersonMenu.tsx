import { lazy } from 'react'
import type { Profile } from '#accounts/account.ts'
import { useChangeMe, useMe } from '#accounts/web/me.client.ts'
import { Avatar } from '#design/web/Avatar.tsx'
import { Button } from '#design/web/Button.tsx'
import { PopupTrigger } from '#design/web/PopupTrigger.tsx'
import { useTheme } from '#design/web/theme.ts'
import { toast } from '#design/web/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

const load = () => import('#main/web/PersonMenuPopup.tsx')
const PersonMenuPopup = lazy(async () => ({ default: (await load()).PersonMenuPopup }))

/** The person: language, look, developer mode, and the way out. */
export function PersonMenu({ placement = 'top start' }: { placement?: 'top start' | 'bottom end' }) {
  const { t } = useLanguage()
  // Asked for here, as what follows the machine's light does so on every page.
  const { theme, setTheme } = useTheme()
  const { data: me } = useMe()
  const change = useChangeMe()
  const failed = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })
  // A language that could not be kept is used all the same.
  const onChange = (changes: Partial<Profile>) =>
    change.mutate(changes, 'locale' in changes ? undefined : { onError: failed })
  const name = me ? `${me.firstname} ${me.lastname}`.trim() : ''
  return (
    <PopupTrigger
      kind="menu"
      load={load}
      trigger={
        <Button kind="quiet" className="max-w-full justify-start! gap-2! px-2!">
          <Avatar name={name || '?'} />
          <span className="truncate font-normal">
            <span className="sr-only">{t('shell.person')} </span>
            {name}
          </span>
        </Button>
      }
    >
      {(opened) => (
        <PersonMenuPopup {...{ me, theme, onChange, placement }} onTheme={setTheme} onFailed={failed} {...opened} />
      )}
    </PopupTrigger>
  )
}
