/** Paths of the screens of views; segments with a dollar sign are parameters. */
export const viewPaths = ['/$eid/entity/$tid/view'] as const
