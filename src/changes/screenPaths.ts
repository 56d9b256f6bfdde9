/** The paths of the screens of changes; parts with a dollar are parameters. */
export const changePaths = ['/$eid/change'] as const
