import type { QueryKey } from '@tanstack/react-query'

/** Everything of an environment that may look different after its definitions changed begins with this key. */
export function definitionsKey(envid: string): QueryKey {
  return ['definitions', envid]
}
