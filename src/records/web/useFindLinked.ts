import { useCallback } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { findCandidates } from '#records/web/candidates.client.ts'
import { findLinked } from '#records/web/records.client.ts'

/** Finds the records that lookups of an environment may link to. */
export function useFindLinked(envid: string): FindLinked {
  const { data: model } = useModel(envid)
  return useCallback(
    (field, text, signal, form) =>
      form && field.related_filter !== null && field.related_filter !== ''
        ? findCandidates(envid, field, { form, text, signal })
        : findLinked(envid, model, field, text, signal),
    [envid, model],
  )
}
