import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 250
const unsayable: ReadonlySet<string> = new Set(['default', 'default_expression', 'queryable', 'auditable'])

export const password = {
  name: 'password',
  label: 'attributes.type.password.name',
  description: 'attributes.type.password.description',
  icon: 'lock',
  control: 'password',
  cell: 'password',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [
    ...commonProperties.filter((name) => !unsayable.has(name)),
    ...(['minlength', 'maxlength', 'pattern'] as const),
  ],
  defaults: { minlength: 8, maxlength: 128, queryable: false, auditable: false },
  check: (properties) => textProblems(properties, cap),
  reader: (properties) => textReader(properties, cap),
  fromText: (text) => text,
  toText: String,
  operators: [],
  widensTo: [],
  holds: 'secret',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: null,
  filter: 'line',
  expressionKind: null,
  words: 'plain',
  naming: false,
  typed: true,
  wide: false,
  keepsSpaces: true,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: null,
  becomes: [],
  sqlReader: null,
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['correct horse battery'],
  guessRank: null,
  hint: 'A secret of which only a one-way hash is kept: it can be checked and replaced, never read.',
} as const satisfies AttributeType
