import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { paragraphSql } from '#attributes/types/sqlReaders.ts'
import { wordsSql } from '#attributes/types/sqlWriters.ts'

const cap = 100_000

export const wysiwyg = {
  name: 'wysiwyg',
  label: 'attributes.type.wysiwyg.name',
  description: 'attributes.type.wysiwyg.description',
  icon: 'pilcrow',
  control: 'wysiwyg',
  cell: 'wysiwyg',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, ...(['searchable', 'minlength', 'maxlength', 'spellcheck'] as const)],
  defaults: { maxlength: 100_000, searchable: true },
  check: (properties) => textProblems(properties, cap),
  reader: (properties) => textReader(properties, cap),
  fromText: (text) => text,
  toText: String,
  operators: ['eq', 'ne', 'contains', 'startswith', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: null,
  filter: 'line',
  expressionKind: 'text',
  words: 'html',
  naming: false,
  typed: true,
  wide: true,
  keepsSpaces: true,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: 'formed',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ maxlength }) => paragraphSql(maxlength, cap),
  sqlWriter: wordsSql,
  sqlFrom: {},
  samples: ['<p>Hello <b>world</b></p>'],
  guessRank: null,
  hint: 'A long text with formatting that people edit as they see it: a letter, a description with headings.',
} as const satisfies AttributeType
