/** What lists need to know of every attribute type, to show its values and to ask for them. */
export const listMetadataParts = [
  'name',
  'control',
  'cell',
  'edm',
  'isList',
  'column',
  'columnName',
  'defaults',
  'operators',
  'toText',
] as const
