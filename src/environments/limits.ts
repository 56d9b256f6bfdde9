/** Specification 9: a user creates at most 5 environments; those that one has joined do not count (product ruling part 3, 12). */
export const environmentLimit = 5

/** Whether someone with these environments has created as many as one may. */
export function hasMostEnvironments(environments: readonly { readonly createdbyme: boolean }[]): boolean {
  return environments.filter(({ createdbyme }) => createdbyme).length >= environmentLimit
}
