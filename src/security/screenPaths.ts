/** The paths of the screens of security; parts with a dollar are parameters. */
export const securityPaths = ['/$eid/users', '/$eid/role', '/$eid/role/$oid', '/$eid/entity/$tid/security'] as const
