/** A condition in SQL on the alias of a table: `parts.length` is `values.length + 1`. */
export type Predicate = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

/** Specification 6: what one may do with a record. */
export type Action = 'create' | 'read' | 'update' | 'delete'

/** Who asks: a member of the environment. */
export type Actor = { readonly id: string; readonly administrator: boolean }

/** Which records of an entity an actor may act on: all of them (null), those that fulfil a condition, or none. */
export type Reach = null | Predicate | 'none'

/**
 * The reach of an actor. A member of an environment acts on all of its records; nobody else comes this far, because an
 * actor is made only for members. Product ruling 2.3 refines it by scopes.
 */
export function reachOf(_actor: Actor, _action: Action, _entityUri: string): Reach {
  return null
}

/** A reach as a condition; "none" is a condition that nothing fulfils. */
export function conditionOf(reach: Reach): Predicate | null {
  return reach === 'none' ? { parts: ['false'], values: [] } : reach
}
