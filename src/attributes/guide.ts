import { neutralProperties, type Properties, type PropertyName } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { attributeTypeNames, attributeTypes } from '#attributes/types.ts'
import type { TextKey } from '#language/translate.ts'

type Translate = (key: TextKey) => string

/** Where the part of the page begins that is made of the types. */
export const madeFrom = '\n## The types\n'

/** The page about attributes: `before` as it is written by hand, and then what the types say of themselves. */
export function attributeGuide(before: string, translate: Translate): string {
  const types = attributeTypeNames.map((name) => attributeTypes[name])
  return `${before}${madeFrom}\n${types.map((type) => partOf(type, translate)).join('\n')}`
}

function partOf(type: AttributeType, translate: Translate): string {
  const facts = [
    ['In definitions', `\`${type.name}\``],
    ['In the API', type.edm === null ? 'no value of its own' : `\`${type.edm}\``],
    ['In the table', columnOf(type)],
    ['Examples', type.samples.map((sample) => `\`${JSON.stringify(sample)}\``).join(', ')],
    ['Comparisons', type.operators.map((operator) => `\`${operator}\``).join(', ')],
    [
      'Properties',
      ownProperties(type)
        .map((name) => `\`${name}\``)
        .join(', '),
    ],
  ].filter(([, said]) => said !== '')
  const lines = facts.map(([what, said]) => `| ${what} | ${said} |`)
  return [
    `### ${translate(type.label)}`,
    '',
    `${translate(type.description)}. ${type.hint}`,
    '',
    '| | |',
    '| --- | --- |',
    ...lines,
    '',
  ].join('\n')
}

function columnOf(type: AttributeType): string {
  const column = type.column({ ...neutralProperties, ...type.defaults } satisfies Properties)
  return column === null ? 'no column' : `\`${column}\``
}

/** Those that not every type has. */
function ownProperties({ properties }: AttributeType): readonly PropertyName[] {
  const common = new Set<PropertyName>(['pretext', 'undertext', 'icon', 'placeholder', 'title', 'cssclass', 'position'])
  return properties.filter((name) => !common.has(name))
}
