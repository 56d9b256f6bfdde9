import { commonProperties } from '#attributes/properties.ts'
import { isRefusal, refuse, type AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { emailForm, formedSql } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

/** RFC 5321: longest address. Product ruling part 3, 2. */
const cap = 254
/** The form that browsers accept for <input type=email> (HTML standard), with a dot in the domain. */
const form =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

export const email = {
  name: 'email',
  label: 'attributes.type.email.name',
  description: 'attributes.type.email.description',
  icon: 'mail',
  control: 'email',
  cell: 'email',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [
    ...commonProperties,
    ...(['unique', 'searchable', 'minlength', 'maxlength', 'pattern', 'autocomplete'] as const),
  ],
  defaults: { searchable: true, autocomplete: 'email', maxlength: 250 },
  check: (properties) => textProblems(properties, cap),
  reader: (properties) => {
    const read = textReader(properties, cap)
    return (value) => {
      const text = read(typeof value === 'string' ? value.trim() : value)
      if (isRefusal(text)) return text
      return typeof text === 'string' && form.test(text) ? text : refuse('validation.email')
    }
  },
  fromText: (text) => text.replace(/^mailto:/i, ''),
  toText: String,
  operators: ['eq', 'ne', 'contains', 'startswith', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  holds: 'value',
  number: null,
  align: 'start',
  width: 210,
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
  sqlReader: ({ maxlength }) => formedSql(emailForm, maxlength, cap),
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['ann@example.com', 'j.o+tag@mail.example.lv'],
  guessRank: 50,
  hint: 'An e-mail address of a person or company.',
} as const satisfies AttributeType
