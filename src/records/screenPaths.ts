/** The paths of the screens of records; parts with a dollar are parameters. */
export const recordPaths = [
  '/$eid/entity/$tid',
  '/$eid/entity/$tid/create',
  '/$eid/entity/$tid/$oid',
  '/$eid/entity/$tid/trash',
  '/$eid/entity/$tid/history',
  '/$eid/import',
] as const
