import { SettingsPage } from '#accounts/web/profile/SettingsPage.tsx'
import { showKeys } from '#main/web/keysHelp.ts'

/** The settings of a person. */
export function SettingsRoute() {
  return <SettingsPage onKeys={() => showKeys(true)} />
}
