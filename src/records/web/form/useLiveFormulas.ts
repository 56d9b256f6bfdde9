import { useEffect, useMemo, useState } from 'react'
import { useModel } from '#entities/web/entities.client.ts'
import type { WireValue } from '#attributes/type.ts'
import type * as LiveFormulas from '#records/liveFormulas.ts'
import type { RecordPatch } from '#records/web/recordChanges.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { useReader } from '#views/web/useReader.ts'

/** What the formulas of a table give for the values of a form, as far as the form can tell; nothing while `form` is none. */
export function useLiveFormulas(
  { envid, entity }: RecordsTable,
  form: Readonly<Record<string, unknown>> | undefined,
): RecordPatch {
  const { data: model } = useModel(envid)
  const reader = useReader(envid)
  const [live, setLive] = useState<typeof LiveFormulas>()
  const isWanted = form !== undefined && entity.fields.some(({ type }) => type === 'formula')
  useEffect(() => {
    if (!isWanted) return undefined
    let isHere = true
    // Few forms have formulas. Without them, what the server knows is shown.
    const loaded = import('#records/liveFormulas.ts').catch(() => undefined)
    void loaded.then((found) => isHere && found && setLive(found))
    return () => void (isHere = false)
  }, [isWanted])
  const known = model?.entities.get(entity.id)
  const formulas = useMemo(() => (live && model && known ? live.liveFormulas(model, known) : []), [live, model, known])
  if (!live || !model || !known || !form) return {}
  return live.recalculated(model, known, formulas, form, reader) as Readonly<Record<string, WireValue>>
}
