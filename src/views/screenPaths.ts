/** The paths of the screens of views; parts with a dollar are parameters. */
export const viewPaths = ['/$eid/entity/$tid/view'] as const
