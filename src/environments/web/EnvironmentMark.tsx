import { lazy, Suspense } from 'react'
import { defaultColour, environmentColours } from '#environments/colour.ts'
import type { EnvironmentIcon } from '#environments/icon.ts'
import { MarkTile } from '#environments/web/MarkTile.tsx'

// Where no environment and no table has an icon, none of the pictures is loaded.
const Picture = lazy(async () => ({
  default: (await import('#environments/web/EnvironmentPicture.tsx')).EnvironmentPicture,
}))
// What makes other colours than those to choose from readable is loaded with the first of them.
const ReadableTile = lazy(async () => ({ default: (await import('#environments/web/ReadableTile.tsx')).ReadableTile }))

type Marked = { readonly name: string; readonly color: string | null; readonly icon: EnvironmentIcon | null }

/** An environment's icon on its colour; its first letter when it has none. The name stands beside it. */
export function EnvironmentMark({ environment, size = 20 }: { environment: Marked; size?: number }) {
  const { name, color, icon } = environment
  const colour = (color ?? defaultColour).toLowerCase()
  const sign = icon ? (
    <Suspense>
      <Picture icon={icon} size={Math.round(size * 0.62)} />
    </Suspense>
  ) : (
    ([...name.trim()][0] ?? '').toUpperCase()
  )
  if (environmentColours.some((each) => each === colour)) return <MarkTile {...{ colour, size }}>{sign}</MarkTile>
  return (
    <Suspense fallback={<MarkTile {...{ size }} colour="transparent" />}>
      <ReadableTile {...{ colour, size }}>{sign}</ReadableTile>
    </Suspense>
  )
}
