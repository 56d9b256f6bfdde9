import { commonProperties } from '#attributes/properties.ts'
import { isRefusal, refuse, type AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { formedSql, telForm } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 40
/** What people write as a number: at least three digits, with the usual signs between them and an extension. */
const form = /^\+?(?:[(). /-]*\d){3,20}[) ]*(?:(?:x|ext\.?) ?\d{1,6})?$/i

export const tel = {
  name: 'tel',
  label: 'attributes.type.tel.name',
  description: 'attributes.type.tel.description',
  icon: 'phone',
  control: 'tel',
  cell: 'tel',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [
    ...commonProperties,
    ...(['unique', 'searchable', 'minlength', 'maxlength', 'pattern', 'autocomplete'] as const),
  ],
  defaults: { searchable: true, maxlength: 40, autocomplete: 'tel' },
  check: (properties) => textProblems(properties, cap),
  reader: (properties) => {
    const read = textReader(properties, cap)
    return (value) => {
      const text = read(typeof value === 'string' ? value.trim() : value)
      if (isRefusal(text)) return text
      return typeof text === 'string' && form.test(text) ? text : refuse('validation.tel')
    }
  },
  fromText: (text) => text,
  toText: String,
  operators: ['eq', 'ne', 'contains', 'startswith', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: 'line',
  filter: 'line',
  expressionKind: 'text',
  words: 'telephone',
  naming: true,
  typed: true,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: 'formed',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ maxlength }) => formedSql(telForm, maxlength, cap),
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['+371 29 123 456', '(020) 7946-0958', '112'],
  guessRank: null,
  hint: 'A telephone number as people write it.',
} as const satisfies AttributeType
