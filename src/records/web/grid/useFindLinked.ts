import { useCallback } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import { useModel } from '#entities/web/entities.client.ts'

/** Finds the records that lookups of an environment may link to. */
export function useFindLinked(envid: string): FindLinked {
  const { data: model } = useModel(envid)
  return useCallback(
    async (field, text, signal, form) => {
      if (form && (field.related_view !== null || (field.related_filter ?? '') !== '')) {
        const { findCandidates } = await import('#records/web/form/candidates.client.ts')
        return findCandidates(envid, field, { form, text, signal })
      }
      const { findLinked } = await import('#records/web/grid/linked.client.ts')
      return findLinked(envid, model, field, text, signal)
    },
    [envid, model],
  )
}
