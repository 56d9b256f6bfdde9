import type { Predicate } from '../../src/security/condition.ts'

/** A condition that a test makes up, on the alias `t`. */
export type MadeUp = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

type Entity = { readonly uri: string }
type Told = (action: string, uri: string) => unknown
type Module = Readonly<Record<string, unknown>>

/** `#security/reach.ts` with rights that a test tells: for paths that are to be shown with conditions of any form. */
export function toldReach(original: Module, told: Told): Module {
  const reachOf = (_actor: unknown, action: string, entity: Entity) => told(action, entity.uri) ?? null
  return {
    ...original,
    reachOf,
    mayAtAll: (actor: unknown, action: string, entity: Entity) => reachOf(actor, action, entity) !== 'none',
  }
}

/** `#security/condition.ts` that takes such conditions as they are. */
export function toldCondition(original: Module): Module {
  const conditionOf = original['conditionOf'] as (reach: unknown, place: { alias: string }) => Predicate | null
  return {
    ...original,
    conditionOf(reach: unknown, place: { alias: string }): unknown {
      if (typeof reach !== 'object' || reach === null || !('parts' in reach)) return conditionOf(reach, place)
      const { parts, values } = reach as MadeUp
      return { parts: parts.map((part) => part.replaceAll(/\bt\./g, `${place.alias}.`)), values }
    },
  }
}
