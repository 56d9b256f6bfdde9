import { commonProperties } from '#attributes/properties.ts'
import { isRefusal, refuse, type AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { formedSql, urlForm } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 2048
/** Only what a click may safely open: http and https with a host. */
const form = /^https?:\/\/[^\s/?#@\\]+(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/iu

export const url = {
  name: 'url',
  label: 'attributes.type.url.name',
  description: 'attributes.type.url.description',
  icon: 'globe',
  control: 'url',
  cell: 'url',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [
    ...commonProperties,
    ...(['unique', 'searchable', 'minlength', 'maxlength', 'pattern', 'autocomplete'] as const),
  ],
  defaults: { searchable: true, maxlength: 250, autocomplete: 'url' },
  check: (properties) => textProblems(properties, cap),
  reader: (properties) => {
    const read = textReader(properties, cap)
    return (value) => {
      const text = read(typeof value === 'string' ? value.trim() : value)
      if (isRefusal(text)) return text
      return typeof text === 'string' && form.test(text) ? text : refuse('validation.url')
    }
  },
  fromText: (text) => (/^www\./i.test(text) ? `https://${text}` : text),
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
  words: 'plain',
  naming: true,
  typed: true,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: 'formed',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ maxlength }) => formedSql(urlForm, maxlength, cap),
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['https://example.com/a?b=c#d', 'http://kalniņš.lv'],
  guessRank: null,
  hint: 'An address on the web, shown as a link.',
} as const satisfies AttributeType
