/** Rooms whose lines are mutated, with their tests beside the pure tests that import a file. */
export type Room = { readonly folder: string; readonly tests: readonly string[] }

const server = (names: string) => names.split(' ').map((name) => `test/server/${name}.test.ts`)
const definitions = [
  'src/entities/server/',
  'src/tables/server/changes.test.ts',
  'src/tables/server/foretold.test.ts',
  'src/changes/server/',
  ...server('relationships attributeRules makersRights labels features impact formulas manyToMany odata'),
]

export const rooms: readonly Room[] = [
  {
    folder: 'src/security',
    tests: server(
      'access accessOracle roles shares explain viewAs impact unitsAndTeams permissionTests givenRights makersRights secondWall disclosure hiddenWords reach members invites inviteRights',
    ),
  },
  { folder: 'src/changes', tests: definitions },
  { folder: 'src/entities/operations', tests: definitions },
  {
    folder: 'src/records/server',
    tests: server(
      'records writePaths odataWrites odataWritesDeep odataWritesLinks odataWritesOnce odataWritesReach bulk bulkJobs bulkPreview trash recordHistory gatheredWrites copiedRecords naming formulas dataQueries access attributeProperties attributeRules auditLog impact reach viewAs relationships shares',
    ),
  },
]
