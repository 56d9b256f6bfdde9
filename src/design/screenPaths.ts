/** The paths of the screens of design; parts with a dollar are parameters. */
export const designPaths = ['/tailwind/styles'] as const
