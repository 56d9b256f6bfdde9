import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeMe } from '#accounts/web/profile/changeMe.client.ts'
import { useMe } from '#accounts/web/me.client.ts'
import { buildQuery, setUpQuery } from '#accounts/web/profile/profile.client.ts'
import { SetUpSection } from '#accounts/web/security/SetUpSection.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { FormSection, FormSections } from '#design/web/layout/FormSection.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { useTheme } from '#design/web/theme/theme.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { keepStartPage, startPage, startPages } from '#platform/web/lastPlace.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { useTitle } from '#platform/web/title.ts'
import { productVersion } from '#text/version.ts'

const themes = ['light', 'dark', 'system'] as const
const densities = ['compact', 'normal', 'roomy'] as const

/** How the product looks and behaves for one person; what belongs to an environment is set there. */
export function SettingsPage({ onKeys }: { readonly onKeys: () => void }) {
  const { t } = useLanguage()
  useTitle(t('settings.title'))
  return (
    <div className="mx-auto w-full max-w-240">
      <h1 className="px-4 pt-8 text-auth font-semibold sm:px-6">{t('settings.title')}</h1>
      <FormSections>
        <Looks />
        <StartPage />
        <FormSection title={t('settings.keys.title')} text={t('settings.keys.text')}>
          <div>
            <Button onPress={onKeys}>{t('keys.command')}</Button>
          </div>
        </FormSection>
        <DeveloperMode />
        <Installation />
      </FormSections>
    </div>
  )
}

function Looks() {
  const { t } = useLanguage()
  const { theme, setTheme, density, setDensity } = useTheme()
  return (
    <FormSection title={t('settings.looks.title')} text={t('settings.looks.text')}>
      <div className="flex flex-col items-start gap-1">
        <span className="text-label text-muted">{t('shell.theme.title')}</span>
        <SegmentedControl
          label={t('shell.theme.title')}
          segments={themes.map((id) => ({ id, label: t(`shell.theme.${id}`) }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
      <div className="flex flex-col items-start gap-1">
        <span className="text-label text-muted">{t('settings.density.title')}</span>
        <SegmentedControl
          label={t('settings.density.title')}
          segments={densities.map((id) => ({ id, label: t(`settings.density.${id}`) }))}
          value={density}
          onChange={setDensity}
        />
      </div>
    </FormSection>
  )
}

function StartPage() {
  const { t } = useLanguage()
  const [chosen, setChosen] = useState<string>(startPage)
  return (
    <FormSection title={t('settings.start.title')} text={t('settings.start.text')}>
      <Select
        label={t('settings.start.title')}
        labelHidden
        className="max-w-80"
        options={startPages.map((id) => ({ id, label: t(`settings.start.${id}`) }))}
        value={chosen}
        onChange={(id) => {
          setChosen(id)
          keepStartPage(id)
        }}
      />
    </FormSection>
  )
}

function DeveloperMode() {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const change = useChangeMe()
  return (
    <FormSection title={t('shell.developerMode')} text={t('settings.developer')}>
      <Switch
        isSelected={me?.developermode ?? false}
        isDisabled={!me || change.isPending}
        onChange={(developermode) =>
          change.mutate(
            { developermode },
            { onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }) },
          )
        }
      >
        {t('shell.developerMode')}
      </Switch>
    </FormSection>
  )
}

/** Which installation this is, and, as long as it has no administrator, the way to become the first. */
function Installation() {
  const { t } = useLanguage()
  const { data: me } = useMe()
  const { data: setUp } = useQuery(setUpQuery)
  const { data: build } = useQuery(buildQuery)
  const version = productVersion
  const shown = build ? t('settings.installation.build', { version, build }) : t('shell.version', { version })
  return (
    <FormSection title={t('settings.installation.title')} text={shown}>
      {me?.platform_administrator && <p>{t('settings.installation.administrator')}</p>}
      {setUp?.open && <SetUpSection />}
      <div>
        <Link to="/users" className={buttonLink.secondary}>
          {t('users.title')}
        </Link>
      </div>
    </FormSection>
  )
}
