import { Settings2, type LucideIcon } from 'lucide-react'
import type { Activity } from '#environments/activity.ts'
import type { TextKey } from '#language/translate.ts'

/** A way to a screen of an environment, as the sidebar and the palette offer it. */
export type NavigationLine<Feature extends string = never> = {
  /** The path below the environment. */
  readonly path: `/${string}`
  readonly text: TextKey
  readonly Icon: LucideIcon
  /** Lines about people stand for whoever holds one of their activities, those of the makers' tools in developer mode. */
  readonly section: 'people' | 'build'
  /** Whoever holds one of these has something to go to; where none is named, everybody has. */
  readonly may: readonly Activity[]
  /** The feature that must be on. */
  readonly feature?: Feature
  /** The place in the section. */
  readonly order: number
  /** The place among the palette's commands; without one it is no command. */
  readonly paletteOrder?: number
}

export const environmentLines: readonly NavigationLine[] = [
  {
    path: '/manage',
    text: 'environments.manage.title',
    Icon: Settings2,
    section: 'build',
    may: [],
    order: 80,
    paletteOrder: 70,
  },
]
