import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { LoadingLines } from '#design/web/feedback/LoadingLines.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type ListedProps<Data> = { readonly of: UseQueryResult<Data>; readonly children: (data: Data) => ReactNode }

/** What was asked for once it is there; until then its bones, or why it could not be had. */
export function LoadedList<Data>({ of: { data, error, refetch }, children }: ListedProps<Data>) {
  const { t } = useLanguage()
  if (data !== undefined) return children(data)
  if (error) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  return <LoadingLines className="p-4 sm:p-6" />
}
