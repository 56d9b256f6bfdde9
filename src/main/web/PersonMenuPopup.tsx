import {
  CircleUser,
  Code2,
  KeyRound,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
  Users,
} from 'lucide-react'
import type { Me, Profile } from '#accounts/account.ts'
import { useChangeMe } from '#accounts/web/profile/changeMe.client.ts'
import type { MenuGroup } from '#design/web/overlay/Menu.tsx'
import { MenuPopup } from '#design/web/overlay/MenuPopup.tsx'
import type { Opened } from '#design/web/overlay/PopupTrigger.tsx'
import type { Theme } from '#design/web/theme/theme.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { localeCodes, locales } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useSwitchLanguage } from '#platform/web/switchLanguage.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { showKeys } from '#main/web/keysHelp.ts'
import { useGo, useRouteParams } from '#platform/web/routeParams.ts'
import { productVersion } from '#text/version.ts'

const themes = [
  { id: 'light', icon: <Sun /> },
  { id: 'dark', icon: <Moon /> },
  { id: 'system', icon: <Monitor /> },
] as const satisfies readonly { id: Theme; icon: unknown }[]

type PersonMenuPopupProps = Opened & {
  readonly me: Me | undefined
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  readonly placement: 'top start' | 'bottom end'
}

/** What the person's menu offers. */
export function PersonMenuPopup(props: PersonMenuPopupProps) {
  const { me, theme, onTheme, placement, ...opened } = props
  const { t, locale } = useLanguage()
  const switchLanguage = useSwitchLanguage()
  const go = useGo()
  const { eid } = useRouteParams()
  const { mutateAsync: changeMe } = useChangeMe()
  const onFailed = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })
  // The menu is gone before the answer is there.
  const onChange = (changes: Partial<Profile>) =>
    // A language that could not be kept is used all the same.
    void changeMe(changes).catch('locale' in changes ? () => undefined : onFailed)
  const groups: readonly MenuGroup[] = [
    {
      id: 'maker',
      title: t('shell.developerMode'),
      actions: [
        {
          id: 'developerMode',
          label: t('shell.developerMode'),
          detail: t('shell.developerModeText'),
          icon: <Code2 />,
          isSelected: me?.developermode ?? false,
          isDisabled: !me,
          onAction: () => onChange({ developermode: !me?.developermode }),
        },
      ],
    },
    {
      id: 'theme',
      title: t('shell.theme.title'),
      actions: themes.map(({ id, icon }) => ({
        id,
        icon,
        label: t(`shell.theme.${id}`),
        isSelected: theme === id,
        onAction: () => onTheme(id),
      })),
    },
    {
      id: 'language',
      title: t('shell.language'),
      actions: localeCodes.map((code) => ({
        id: code,
        label: locales[code].name,
        icon: <Languages />,
        isSelected: locale === code,
        onAction: () => {
          switchLanguage(code).catch(onFailed)
          onChange({ locale: code })
        },
      })),
    },
    {
      id: 'out',
      actions: [
        { id: 'profile', label: t('profile.title'), icon: <CircleUser />, href: '/profile' },
        { id: 'settings', label: t('settings.title'), icon: <Settings />, href: '/settings' },
        ...(me?.platform_administrator
          ? [{ id: 'users', label: t('users.title'), icon: <Users />, href: '/users' }]
          : []),
        {
          id: 'apiKeys',
          label: t('shell.apiKeys'),
          icon: <KeyRound />,
          href: eid ? `/keys?envid=${eid}` : '/keys',
        },
        { id: 'keys', label: t('keys.command'), icon: <Keyboard />, onAction: () => showKeys(true) },
        {
          id: 'signOut',
          label: t('shell.signOut'),
          detail: t('shell.version', { version: productVersion }),
          icon: <LogOut />,
          onAction: () => go('/auth/signout'),
        },
      ],
    },
  ]
  return <MenuPopup label={t('shell.person')} {...{ placement, groups }} {...opened} />
}
