import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#design/web/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type ListedProps<Data> = { readonly of: UseQueryResult<Data>; readonly children: (data: Data) => ReactNode }

/** What was asked for once it is there; until then its bones, or why it could not be had. */
export function Listed<Data>({ of: { data, error, refetch }, children }: ListedProps<Data>) {
  const { t } = useLanguage()
  if (data !== undefined) return children(data)
  if (error) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  return (
    <Loading>
      <div className="flex flex-col gap-5 p-4 sm:p-6">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </Loading>
  )
}
