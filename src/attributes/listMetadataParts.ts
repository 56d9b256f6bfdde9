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
  'holds',
  'number',
  'align',
  'width',
  'viewUses',
  'editor',
  'filter',
  'words',
  'toText',
] as const

/** What only servers need to know of every attribute type: the build leaves it out of all that browsers load. */
export const serverTypeParts = [
  'sqlReader',
  'sqlWriter',
  'sqlFrom',
  'csv',
  'sheet',
  'cellReader',
  'keepsSpaces',
] as const
