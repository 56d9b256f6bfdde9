import type { AttributeType } from '#attributes/type.ts'
import { autonumber } from '#attributes/types/autonumber.ts'
import { boolean } from '#attributes/types/boolean.ts'
import { button } from '#attributes/types/button.ts'
import { color } from '#attributes/types/color.ts'
import { dataquery } from '#attributes/types/dataquery.ts'
import { date } from '#attributes/types/date.ts'
import { datetime } from '#attributes/types/datetime.ts'
import { decimal } from '#attributes/types/decimal.ts'
import { duration } from '#attributes/types/duration.ts'
import { email } from '#attributes/types/email.ts'
import { file } from '#attributes/types/file.ts'
import { formula } from '#attributes/types/formula.ts'
import { hidden } from '#attributes/types/hidden.ts'
import { id } from '#attributes/types/id.ts'
import { image } from '#attributes/types/image.ts'
import { lookup } from '#attributes/types/lookup.ts'
import { manyToMany } from '#attributes/types/manyToMany.ts'
import { markup } from '#attributes/types/markup.ts'
import { month } from '#attributes/types/month.ts'
import { multiselect } from '#attributes/types/multiselect.ts'
import { number } from '#attributes/types/number.ts'
import { oneToMany } from '#attributes/types/oneToMany.ts'
import { password } from '#attributes/types/password.ts'
import { percent } from '#attributes/types/percent.ts'
import { rating } from '#attributes/types/rating.ts'
import { rollup } from '#attributes/types/rollup.ts'
import { search } from '#attributes/types/search.ts'
import { select } from '#attributes/types/select.ts'
import { submit } from '#attributes/types/submit.ts'
import { team } from '#attributes/types/team.ts'
import { tel } from '#attributes/types/tel.ts'
import { text } from '#attributes/types/text.ts'
import { textarea } from '#attributes/types/textarea.ts'
import { time } from '#attributes/types/time.ts'
import { url } from '#attributes/types/url.ts'
import { user } from '#attributes/types/user.ts'
import { week } from '#attributes/types/week.ts'
import { wysiwyg } from '#attributes/types/wysiwyg.ts'

const registry = {
  id,
  text,
  email,
  url,
  tel,
  search,
  password,
  hidden,
  textarea,
  markup,
  wysiwyg,
  file,
  image,
  number,
  decimal,
  color,
  date,
  time,
  datetime,
  month,
  week,
  user,
  team,
  select,
  multiselect,
  boolean,
  button,
  submit,
  'N:1': lookup,
  '1:N': oneToMany,
  'N:N': manyToMany,
  dataquery,
  autonumber,
  formula,
  rollup,
  rating,
  duration,
  percent,
} as const

export type AttributeTypeName = keyof typeof registry

/** Every attribute type by its name. A new type is one file and one entry here, with its icon and its texts: see CONTRIBUTING.md. */
export const attributeTypes: Readonly<Record<AttributeTypeName, AttributeType>> = registry
export const attributeTypeNames = Object.keys(registry) as AttributeTypeName[]

/** The types that makers may choose when they add an attribute. */
export const offeredTypeNames = attributeTypeNames.filter((name) => attributeTypes[name].offered)

export function isAttributeTypeName(value: unknown): value is AttributeTypeName {
  return typeof value === 'string' && Object.hasOwn(registry, value)
}
