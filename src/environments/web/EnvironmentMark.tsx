import { lazy, Suspense } from 'react'
import { brandOf } from '#design/brand.ts'
import { defaultColour } from '#environments/colour.ts'
import type { EnvironmentIcon } from '#environments/icon.ts'

// Where no environment and no table has an icon, none of the pictures is loaded.
const Picture = lazy(async () => ({
  default: (await import('#environments/web/EnvironmentPicture.tsx')).EnvironmentPicture,
}))

type Marked = { readonly name: string; readonly color: string | null; readonly icon: EnvironmentIcon | null }

/** An environment's icon on its colour; its first letter when it has none. The name stands beside it. */
export function EnvironmentMark({ environment, size = 20 }: { environment: Marked; size?: number }) {
  const { name, color, icon } = environment
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-small font-semibold text-on-brand"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.55,
        background: brandOf(color ?? defaultColour, 'light').fill,
      }}
    >
      {icon ? (
        <Suspense>
          <Picture icon={icon} size={Math.round(size * 0.62)} />
        </Suspense>
      ) : (
        ([...name.trim()][0] ?? '').toUpperCase()
      )}
    </span>
  )
}
