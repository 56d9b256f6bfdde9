import { Code2, Keyboard, KeyRound, Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useChangeMe, useMe } from '#accounts/web/me.client.ts'
import { Avatar } from '#design/web/Avatar.tsx'
import { Button } from '#design/web/Button.tsx'
import { Menu, type MenuGroup } from '#design/web/Menu.tsx'
import { useTheme, type Theme } from '#design/web/theme.ts'
import { toast } from '#design/web/toast.ts'
import { localeCodes, locales } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { showKeys } from '#main/web/keysHelp.ts'
import { useGo, usePlace } from '#platform/web/place.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { productVersion } from '#text/version.ts'

const themes = [
  { id: 'light', icon: <Sun /> },
  { id: 'dark', icon: <Moon /> },
  { id: 'system', icon: <Monitor /> },
] as const satisfies readonly { id: Theme; icon: unknown }[]

/** The person: language, look, developer mode, and the way out. */
export function PersonMenu({ placement = 'top start' }: { placement?: 'top start' | 'bottom end' }) {
  const { t, locale, setLocale } = useLanguage()
  const { theme, setTheme } = useTheme()
  const { data: me } = useMe()
  const change = useChangeMe()
  const go = useGo()
  const { eid } = usePlace()
  const failed = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })
  const name = me ? `${me.firstname} ${me.lastname}`.trim() : ''

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
          onAction: () => change.mutate({ developermode: !me?.developermode }, { onError: failed }),
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
        onAction: () => setTheme(id),
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
          setLocale(code).catch(failed)
          change.mutate({ locale: code })
        },
      })),
    },
    {
      id: 'out',
      actions: [
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
  return (
    <Menu
      label={t('shell.person')}
      placement={placement}
      groups={groups}
      trigger={
        <Button kind="quiet" className="max-w-full justify-start! gap-2! px-2!">
          <Avatar name={name || '?'} />
          <span className="truncate font-normal">
            <span className="sr-only">{t('shell.person')} </span>
            {name}
          </span>
        </Button>
      }
    />
  )
}
