import { useMemo, useState } from 'react'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { Reader } from '#views/dynamic.ts'
import { readerIn } from '#views/wire.ts'

/** The person at this screen, for dynamic values of filters, on their clocks. The present is that of the first look at the page. */
export function useReader(envid: string): Reader {
  const { data: model } = useModel(envid)
  const { timeZone } = useLanguage()
  const [now] = useState(() => new Date())
  return useMemo(() => {
    const known = model && readerIn(model)
    return {
      me: known?.id ?? '',
      teams: known?.team_ids ?? [],
      unit: known?.unit_id ?? null,
      now,
      timeZone,
      variable: (key: string) => known?.variables[key],
    }
  }, [model, now, timeZone])
}
