import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { columnOf, isLink, type Field } from '#attributes/attribute.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { originIn, prefilled } from '#records/prefill.ts'
import { namesOfIds } from '#records/web/grid/linked.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { formFields } from '#records/web/form/formFields.ts'
import type { FormPrefill } from '#records/web/form/useFormState.ts'

/** What the address of a create page says: values of the new record by column, and the record to go back to. */
export function useGiven(table: RecordsTable): FormPrefill & { readonly origin: ReturnType<typeof originIn> } {
  const { envid, entity } = table
  const search = useRouterState({ select: (state) => state.location.searchStr })
  const { data: model } = useModel(envid)
  const { values, wanted, origin } = useMemo(() => {
    const given = new Map(new URLSearchParams(search))
    const fields = formFields({ envid, entity })
    const told = prefilled(entity, fields, given)
    const idOf = (field: Field) => told[columnOf(field)]
    const links = fields.flatMap((field) => {
      const id = isLink(field) ? idOf(field) : undefined
      return typeof id === 'string' && uuidPattern.test(id) ? [{ field, id }] : []
    })
    return { values: told, wanted: links, origin: originIn(given) }
  }, [envid, entity, search])
  const { data: linked = {} } = useQuery({
    queryKey: ['names', envid, 'given', entity.id, ...wanted.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        wanted.map(async ({ field, id }) => {
          const [named] = model ? await namesOfIds(envid, model, field, [id], signal) : []
          return [columnOf(field), named && { id: named.id, label: named.name ?? named.id }] as const
        }),
      )
      return Object.fromEntries(found)
    },
    enabled: model !== undefined && wanted.length > 0,
  })
  return { values, linked, origin }
}
