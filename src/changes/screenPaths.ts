/** Paths of the screens of changes; segments with a dollar sign are parameters. */
export const changePaths = ['/$eid/change'] as const
