import type { ReactNode } from 'react'
import type { Field } from '#attributes/attribute.ts'
import { environmentPictures } from '#environments/web/EnvironmentPicture.tsx'

/** The picture that the maker chose for a field; undefined without one, or where we have none of that name. */
export function fieldIcon({ icon }: Pick<Field, 'icon'>): ReactNode {
  if (icon === null || !Object.hasOwn(environmentPictures, icon)) return undefined
  const Picture = environmentPictures[icon as keyof typeof environmentPictures]
  return <Picture size={14} className="shrink-0" aria-hidden />
}
