import type { AttributeType } from '#attributes/type.ts'
import { joinList, listOf, splitList } from '#attributes/textList.ts'
import { fileProperties, readFileIds } from '#attributes/types/fileIds.ts'

export const file = {
  name: 'file',
  label: 'attributes.type.file.name',
  description: 'attributes.type.file.description',
  icon: 'paperclip',
  control: 'file',
  cell: 'file',
  edm: 'Collection(Edm.Guid)',
  offered: true,
  isList: true,
  column: () => 'uuid[]',
  columnName: (uri) => uri,
  properties: fileProperties,
  defaults: {},
  check: () => [],
  reader: (properties) => (value) => readFileIds(value, properties.maxcount),
  fromText: (text) => splitList(text),
  toText: (value) => joinList(listOf(value)),
  operators: ['isnull', 'notnull'],
  widensTo: [],
  samples: [['0190a6e0-0000-7000-8000-000000000001']],
  guessRank: null,
  hint: 'Files that belong to the record: contracts, drawings.',
} as const satisfies AttributeType
