import type { AttributeTypeName } from '../../src/attributes/types.ts'

/** The rows of docs/requirements.csv about attribute types. */
const rows: Partial<Record<AttributeTypeName, string>> = {
  id: 'R178',
  text: 'R179',
  email: 'R180',
  url: 'R181',
  tel: 'R182',
  search: 'R183',
  password: 'R184',
  hidden: 'R185',
  textarea: 'R186',
  markup: 'R187',
  wysiwyg: 'R188',
  file: 'R189',
  image: 'R190',
  number: 'R191',
  decimal: 'R192',
  color: 'R193',
  date: 'R194',
  time: 'R195',
  datetime: 'R196',
  month: 'R197',
  week: 'R198',
  user: 'R199',
  team: 'R200',
  select: 'R201',
  multiselect: 'R202',
  boolean: 'R203',
  button: 'R204',
  submit: 'R205',
  '1:N': 'R206',
  'N:1': 'R207',
  dataquery: 'R208',
}

/** What a title of a test of one type begins with, such as `[R179:form] `; nothing where no row is about the type. */
export function typeRequirement(type: AttributeTypeName, aspect: 'form' | 'grid' | 'API' | 'exchange'): string {
  const row = rows[type]
  return row === undefined ? '' : `[${row}:${aspect}] `
}
