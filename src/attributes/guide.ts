import { commonProperties, shownProperties, type PropertyName } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { attributeTypeNames, attributeTypes } from '#attributes/types.ts'
import type { Translate } from '#language/translate.ts'

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
    ['Examples', type.samples.map((sample) => `\`${JSON.stringify(sample)}\``).join(', ')],
    ['Comparisons', type.operators.map((operator) => `\`${operator}\``).join(', ')],
    [
      'Properties of its own',
      ownProperties(type)
        .map((name) => `\`${name}\``)
        .join(', '),
    ],
  ].filter(([, said]) => said !== '')
  const lines = facts.map(([what, said]) => `| ${what} | ${said} |`)
  return [`### ${translate(type.label)}`, '', type.hint, '', '| | |', '| --- | --- |', ...lines, ''].join('\n')
}

/** Those that it has beside the ones of most types. */
function ownProperties({ properties }: AttributeType): readonly PropertyName[] {
  const common = new Set<PropertyName>([...commonProperties, ...shownProperties])
  return properties.filter((name) => !common.has(name))
}
