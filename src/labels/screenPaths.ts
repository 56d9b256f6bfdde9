/** The paths of the screens of labels; parts with a dollar are parameters. */
export const labelPaths = ['/$eid/entity/$tid/language'] as const
