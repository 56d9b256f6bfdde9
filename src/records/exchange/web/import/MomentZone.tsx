import { useState } from 'react'
import { zoneChoice, zonesFor } from '#dates/timeZoneChoice.ts'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { hasMoments } from '#records/exchange/import/importDraft.ts'
import type { ImportDraft } from '#records/exchange/web/import/useImportDraft.ts'

/** On whose clocks the file's times are that name no zone; asked where a column holds moments. */
export function MomentZone({ draft }: { readonly draft: ImportDraft }) {
  const { t } = useLanguage()
  const [now] = useState(() => new Date())
  if (!hasMoments(draft.columns, draft.target)) return null
  return (
    <ComboBox
      className="max-w-96"
      label={t('imports.zone.label')}
      name="timezone"
      undertext={t('imports.zone.help')}
      error={draft.errorOf('timezone')}
      value={zoneChoice(draft.timezone, now)}
      search={(text) => Promise.resolve(zonesFor(text, now))}
      onChange={(option) => option && draft.change({ timezone: option.id })}
    />
  )
}
