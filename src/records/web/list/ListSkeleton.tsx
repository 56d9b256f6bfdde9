import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { tabRow } from '#design/web/navigation/tabLook.ts'
import { useMaker } from '#environments/web/maker.ts'

/** The frame of a list of records while its table is on its way: what comes then moves nothing. */
export function ListSkeleton({ envid }: { envid: string }) {
  const isMaker = useMaker(envid) === 'maker'
  return (
    <>
      <PageHeader title=" " />
      {isMaker && <div className={`${tabRow} h-9.25 pointer-coarse:h-11.25`} />}
      <div className="h-toolbar shrink-0 border-b border-line" />
      <Loading>
        <div className="divide-y divide-line">
          {['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5', 'w-2/5', 'w-1/2'].map((width, at) => (
            <div key={at} className="flex h-row items-center px-4">
              <Skeleton className={width} />
            </div>
          ))}
        </div>
      </Loading>
    </>
  )
}
