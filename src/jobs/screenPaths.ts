/** The paths of the screens of jobs; parts with a dollar are parameters. */
export const jobPaths = ['/$eid/job'] as const
