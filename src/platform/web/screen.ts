import type { RouteComponent } from '@tanstack/react-router'

/** What stands around a screen, and asks before it opens: nothing of a session, the person, all environments, or one. */
export type ScreenLayout = 'public' | 'person' | 'database' | 'environment'

/** What may stand before one screen: main knows what it does. */
export type ScreenGuard = 'lastPlace' | 'signedOut' | 'ids' | 'door'

/** What is shown at a path, loaded when it is first opened; without a component the guard leads on. */
export type Screen = {
  readonly layout: ScreenLayout
  readonly guard?: ScreenGuard
  readonly component?: RouteComponent
}

/** The screens of a concept by their paths. */
export type Screens<Paths extends readonly string[]> = Readonly<Record<Paths[number], Screen>>
