/** What a route's guard is given; it throws a redirect or a refusal, or lets the person pass. */
export type RouteGuard<Place> = (place: Place) => Promise<void> | void

/** The guards by their names. Naming an unknown one raises an error, when the routes are built and not when one is opened. */
export function guardsByName<Place>(guards: Readonly<Record<string, RouteGuard<Place>>>) {
  return (...names: readonly string[]): RouteGuard<Place> => {
    const chosen = names.map((name) => {
      const guard = Object.hasOwn(guards, name) ? guards[name] : undefined
      if (!guard) throw new Error(`Unknown route guard: ${name}`)
      return guard
    })
    return async (place) => {
      for (const guard of chosen) await guard(place)
    }
  }
}
