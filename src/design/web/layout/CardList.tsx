import { lazy, Suspense, type ReactNode } from 'react'
import type { CardListProps } from '#design/web/layout/CardRows.tsx'
import { Skeleton } from '#design/web/feedback/Skeleton.tsx'

const CardRows = lazy(async () => ({ default: (await import('#design/web/layout/CardRows.tsx')).CardRows })) as <Row>(
  props: CardListProps<Row>,
) => ReactNode

/** The rows of a grid as cards, for narrow screens; any number of them, each as high as it needs. */
export function CardList<Row>(props: CardListProps<Row>) {
  return (
    <Suspense fallback={<Skeleton className="m-4 h-20" />}>
      <CardRows {...props} />
    </Suspense>
  )
}
