import { fullName } from '#accounts/fullName.ts'
import { lazy, Suspense } from 'react'
import { useMe } from '#accounts/web/me.client.ts'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { PopupTrigger } from '#design/web/overlay/PopupTrigger.tsx'
import { useTheme } from '#design/web/theme/theme.ts'
import { useLanguage } from '#language/web/language.tsx'

const load = () => import('#main/web/PersonMenuPopup.tsx')
const PersonMenuPopup = lazy(async () => ({ default: (await load()).PersonMenuPopup }))

// Most people have none.
const PersonPicture = lazy(async () => ({
  default: (await import('#accounts/web/profile/PersonPicture.tsx')).PersonPicture,
}))

/** The person: language, look, developer mode, and the way out. */
export function PersonMenu({ placement = 'top start' }: { placement?: 'top start' | 'bottom end' }) {
  const { t } = useLanguage()
  // Asked for here, as what follows the machine's light does so on every page.
  const { theme, setTheme } = useTheme()
  const { data: me } = useMe()
  const name = me ? fullName(me) : ''
  return (
    <PopupTrigger
      kind="menu"
      load={load}
      trigger={
        <Button kind="quiet" className="max-w-full justify-start! gap-2! px-2!">
          <Suspense fallback={<Avatar name={name || '?'} />}>
            {me?.picture ? <PersonPicture person={me} /> : <Avatar name={name || '?'} />}
          </Suspense>
          <span className="truncate font-normal">
            <span className="sr-only">{t('shell.person')} </span>
            {name}
          </span>
        </Button>
      }
    >
      {(opened) => <PersonMenuPopup {...{ me, theme, placement }} onTheme={setTheme} {...opened} />}
    </PopupTrigger>
  )
}
