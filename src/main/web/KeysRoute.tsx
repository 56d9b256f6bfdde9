import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { KeysPage } from '#accounts/web/KeysPage.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'

/** My keys for programs, with the environments that they can be for; `envid` in the address is the one that I come from. */
export function KeysRoute() {
  const { envid }: { envid?: unknown } = useSearch({ strict: false })
  const { data, error, refetch } = useEnvironments()
  const places = useMemo(
    () =>
      data
        ?.map(({ id, name }) => ({ id, name, address: `${window.location.origin}/api/odata/v1/${id}/` }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    [data],
  )
  return <KeysPage places={{ data: places, error, refetch }} chosenId={typeof envid === 'string' ? envid : undefined} />
}
