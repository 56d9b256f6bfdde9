import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { isTexts, joinList, listOfTexts, splitList } from '#attributes/textList.ts'
import { matchOption, writtenOption } from '#attributes/types/choice.ts'
import { optionProblems } from '#attributes/types/optionProblems.ts'
import { choicesSql } from '#attributes/types/sqlReaders.ts'
import { onlyChoice } from '#attributes/types/sqlWriters.ts'

export const multiselect = {
  name: 'multiselect',
  label: 'attributes.type.multiselect.name',
  description: 'attributes.type.multiselect.description',
  icon: 'list-checks',
  control: 'multiselect',
  cell: 'multiselect',
  edm: 'Collection(Edm.String)',
  offered: true,
  isList: true,
  column: () => 'text[] collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'options', 'parent_attribute', 'maxcount'],
  defaults: {},
  check: optionProblems,
  reader: (properties) => {
    const values = new Set(properties.options.map((option) => option.value))
    const most = properties.maxcount ?? properties.options.length
    return (value) => {
      if (!isTexts(value) || value.length === 0) return refuse('validation.type')
      const chosen = new Set(value)
      if (chosen.size > most) return refuse('validation.maxCount', { max: most })
      for (const each of chosen) if (!values.has(each)) return refuse('validation.option')
      // In the order of the options, so that equal choices are equal values.
      return properties.options.map((option) => option.value).filter((each) => chosen.has(each))
    }
  },
  fromText: (text, { options }) => splitList(text).map((part) => matchOption(part, options) ?? part),
  toText: (value, { options }) => joinList(listOfTexts(value).map((each) => writtenOption(each, options))),
  operators: ['contains', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: 'choices',
  filter: 'choice',
  expressionKind: 'list',
  words: null,
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'byProgram',
  sheet: 'text',
  family: 'several',
  becomes: ['plain', 'select'],
  sqlReader: ({ options }) => choicesSql(options),
  sqlWriter: (column) => `array_to_string(${column}, '; ')`,
  sqlFrom: { select: onlyChoice },
  samples: [['open'], ['open', 'won; lost']],
  guessRank: null,
  hint: 'Several of a short, fixed list of choices: tags, skills, languages. Give options with value and label.',
} as const satisfies AttributeType
