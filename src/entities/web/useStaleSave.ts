import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#design/web/feedback/toast.ts'
import { mergeDefinition, type MergeConflict } from '#entities/merge.ts'
import type { Model } from '#entities/model.ts'
import { baseModelOf } from '#entities/delocalize.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'

type Definition = { readonly version: number; readonly change_id: string }

/** A save that met another's: both values of each property, and what is sent beside them. */
export type StaleSave<Thing> = {
  readonly conflicts: readonly MergeConflict<Thing>[]
  readonly changes: Partial<Thing>
  readonly theirs: Thing
}

type SaveOptions<Thing> = {
  readonly environmentId: string
  /** Sends a patch made on a version. */
  readonly send: (patch: Partial<Thing>, version: number) => Promise<Thing>
  /** The definition as a model has it; undefined when it is gone. */
  readonly find: (model: Model) => Thing | undefined
  readonly onSaved: (saved: Thing) => void
}

/**
 * Saves a definition. When somebody else saved before, changes of other properties are sent again on top of theirs, and said;
 * for the same property `stale` holds both values until `resolve` chooses. Throws every other refusal.
 */
export function useStaleSave<Thing extends Definition>({ environmentId, send, find, onSaved }: SaveOptions<Thing>) {
  const { t } = useLanguage()
  const client = useQueryClient()
  const [stale, setStale] = useState<StaleSave<Thing>>()

  const save = async (base: Thing, patch: Partial<Thing>): Promise<void> => {
    try {
      onSaved(await send(patch, base.version))
    } catch (error) {
      if (!(error instanceof ApiFault && error.code === 'definition.stale')) throw error
      const model = await client.fetchQuery({ ...modelQuery(environmentId), staleTime: 0 })
      const theirs = find(baseModelOf(model))
      if (!theirs) throw error
      const { changes, conflicts } = mergeDefinition(base, patch, theirs)
      if (conflicts.length > 0) return setStale({ conflicts, changes, theirs })
      toast({ kind: 'info', text: t('entities.stale.merged') })
      onSaved(Object.keys(changes).length === 0 ? theirs : await send(changes, theirs.version))
    }
  }
  const resolve = async (chosen: Partial<Thing>): Promise<void> => {
    if (!stale) return
    const patch = { ...stale.changes, ...chosen }
    setStale(undefined)
    if (Object.keys(patch).length === 0) onSaved(stale.theirs)
    else await save(stale.theirs, patch)
  }
  return { save, stale, resolve, giveUp: () => setStale(undefined) }
}
