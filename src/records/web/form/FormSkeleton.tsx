import { Skeleton } from '#design/web/feedback/Skeleton.tsx'

/** The places of a form's fields while its record is on its way. */
export function FormSkeleton() {
  return (
    <div className="grid gap-6 p-4 sm:grid-cols-2">
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className="flex flex-col gap-2">
          <Skeleton className="w-24" />
          <Skeleton className="h-8!" />
        </div>
      ))}
    </div>
  )
}
