import { commonProperties, type PropertyName } from '#attributes/properties.ts'
import { isTexts } from '#attributes/textList.ts'
import { refuse, type Read } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/uuid.ts'

/** What files and pictures are said to be beside what every attribute is. */
export const fileProperties: readonly PropertyName[] = [
  ...commonProperties.filter((name) => name !== 'default' && name !== 'default_expression'),
  ...(['maxsize', 'maxcount', 'accept'] as const),
]

/** The ids of files that a value names, each once. */
export function readFileIds(value: unknown, maxcount: number | null): Read {
  if (!isTexts(value) || value.length === 0 || !value.every((each) => uuidPattern.test(each)))
    return refuse('validation.type')
  const ids = [...new Set(value.map((each) => each.toLowerCase()))]
  return maxcount !== null && ids.length > maxcount ? refuse('validation.maxCount', { max: maxcount }) : ids
}
