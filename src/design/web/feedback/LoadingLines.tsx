import { classes } from '#design/web/theme/classes.ts'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'

type LoadingLinesProps = { readonly lines?: 3 | 4 | 5; readonly className?: string }

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-1/3']

/** The place of a list that is still coming. */
export function LoadingLines({ lines = 4, className = 'py-3' }: LoadingLinesProps) {
  return (
    <Loading>
      <div className={classes('flex flex-col gap-5', className)}>
        {widths.slice(0, lines).map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </Loading>
  )
}
