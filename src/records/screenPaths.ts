/** Paths of the screens of records; segments with a dollar sign are parameters. */
export const recordPaths = [
  '/$eid/entity/$tid',
  '/$eid/entity/$tid/create',
  '/$eid/entity/$tid/$oid',
  '/$eid/entity/$tid/trash',
  '/$eid/entity/$tid/history',
  '/$eid/import',
] as const
