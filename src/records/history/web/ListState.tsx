import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type ListStateProps = {
  /** Why the list could not be loaded. */
  readonly error: unknown
  readonly isLoaded: boolean
  readonly onRetry: () => unknown
}

/** What stands in place of a list that is not there yet: its outline, or why it does not come. */
export function ListState({ error, isLoaded, onRetry }: ListStateProps) {
  const { t } = useLanguage()
  if (isLoaded) return null
  if (error) return <ErrorState {...sayFault(t, error)} onRetry={() => void onRetry()} />
  return (
    <Loading>
      <div className="flex flex-col gap-6 py-3">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-1/3" />
      </div>
    </Loading>
  )
}
