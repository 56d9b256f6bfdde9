import type { AttributeType } from '#attributes/type.ts'
import { joinList, listOf, splitList } from '#attributes/textList.ts'
import { fileProperties, readFileIds } from '#attributes/types/fileIds.ts'

export const image = {
  name: 'image',
  label: 'attributes.type.image.name',
  description: 'attributes.type.image.description',
  icon: 'image',
  control: 'image',
  cell: 'image',
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
  hint: 'Pictures that belong to the record: photos, scans.',
} as const satisfies AttributeType
