/** The paths of the screens of environments; parts with a dollar are parameters. */
export const environmentPaths = ['/main', '/d/$', '/environments', '/environments/create', '/$eid/manage'] as const
