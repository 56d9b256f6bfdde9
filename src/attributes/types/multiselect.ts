import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { isTexts, joinList, listOf, splitList } from '#attributes/textList.ts'
import { optionOf, optionProblems, writtenOption } from '#attributes/types/choice.ts'

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
  fromText: (text, { options }) => splitList(text).map((part) => optionOf(part, options) ?? part),
  toText: (value, { options }) => joinList(listOf(value).map((each) => writtenOption(each, options))),
  operators: ['contains', 'isnull', 'notnull'],
  widensTo: [],
  samples: [['open'], ['open', 'won; lost']],
  guessRank: null,
  hint: 'Several of a short, fixed list of choices: tags, skills, languages. Give options with value and label.',
} as const satisfies AttributeType
