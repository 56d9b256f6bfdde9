import { lazy, Suspense, type ReactNode } from 'react'
import type { Field } from '#attributes/attribute.ts'
import { environmentIcons, type EnvironmentIcon } from '#environments/icon.ts'

// Where no field has an icon, none of the pictures is loaded.
const Picture = lazy(async () => ({
  default: (await import('#environments/web/EnvironmentPicture.tsx')).EnvironmentPicture,
}))

/** The picture that the maker chose for a field; undefined without one, or where we have none of that name. */
export function fieldIcon({ icon }: Pick<Field, 'icon'>): ReactNode {
  if (!isKnown(icon)) return undefined
  return (
    <span className="grid size-3.5 shrink-0 place-items-center">
      <Suspense>
        <Picture icon={icon} size={14} />
      </Suspense>
    </span>
  )
}

function isKnown(icon: string | null): icon is EnvironmentIcon {
  return icon !== null && (environmentIcons as readonly string[]).includes(icon)
}
