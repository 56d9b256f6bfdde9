import { useSearch } from '@tanstack/react-router'
import { useMemo, type ComponentProps } from 'react'
import { KeysPage } from '#accounts/web/keys/KeysPage.tsx'
import type { TableChoice as Choice } from '#accounts/web/keys/MakeKeyDialog.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { useIsOn } from '#entities/web/features.client.ts'
import { MultiSelect } from '#design/web/choice/MultiSelect.tsx'
import { useEnvironments } from '#environments/web/environments.client.ts'
import { useTables } from '#main/web/tables.client.ts'
import { useLanguage } from '#language/web/language.tsx'

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
  const from = places?.find(({ id }) => id === envid)
  return (
    <>
      {from && <OffHere {...from} />}
      <KeysPage
        places={{ data: places, error, refetch }}
        chosenId={typeof envid === 'string' ? envid : undefined}
        TableChoice={TableChoice}
      />
    </>
  )
}

/** Says so where the environment takes no keys. */
function OffHere({ id, name }: { id: string; name: string }) {
  const { t } = useLanguage()
  if (useIsOn(id, 'apikeys')) return null
  return (
    <div className="mx-auto w-full max-w-240 px-4 pt-6 sm:px-6">
      <Banner kind="warning">{t('apiKeys.offIn', { name })}</Banner>
    </div>
  )
}

/** The tables of an environment to choose from. */
function TableChoice({ envid, ...field }: ComponentProps<Choice>) {
  const { data: tables } = useTables(envid)
  const options = (tables ?? []).map(({ id, collectionname }) => ({ id, label: collectionname }))
  return <MultiSelect {...field} options={options} />
}
