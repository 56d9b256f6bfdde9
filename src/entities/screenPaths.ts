/** The paths of the screens of entities; parts with a dollar are parameters. */
export const entityPaths = [
  '/$eid/entity',
  '/$eid/entity/create',
  '/$eid/entity/$tid/settings',
  '/$eid/entity/$tid/attribute',
  '/$eid/variables',
  '/$eid/features',
] as const
