/** The paths of the screens of audit; parts with a dollar are parameters. */
export const auditPaths = ['/users/audit', '/$eid/audit'] as const
