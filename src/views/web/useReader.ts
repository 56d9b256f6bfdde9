import { useMemo, useState } from 'react'
import { useModel } from '#entities/web/entities.client.ts'
import type { Reader } from '#views/dynamic.ts'
import { readerIn } from '#views/wire.ts'

/** The person at this screen, for dynamic values of filters. The present is that of the first look at the page. */
export function useReader(envid: string): Reader {
  const { data: model } = useModel(envid)
  const [{ now, timeZone }] = useState(hereAndNow)
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

function hereAndNow() {
  return { now: new Date(), timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
}
