/** Paths of the screens of entities; segments with a dollar sign are parameters. */
export const entityPaths = [
  '/$eid/entity',
  '/$eid/entity/create',
  '/$eid/entity/$tid/settings',
  '/$eid/entity/$tid/attribute',
  '/$eid/variables',
  '/$eid/features',
] as const
