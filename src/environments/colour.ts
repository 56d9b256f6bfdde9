/** The colour of an environment that has chosen none. */
export const defaultColour = '#2563eb'

/** Colours to choose from; each can carry white text once corrected. */
export const environmentColours = [
  '#2563eb',
  '#4f46e5',
  '#7c3aed',
  '#c026d3',
  '#db2777',
  '#dc2626',
  '#c2410c',
  '#a16207',
  '#15803d',
  '#0f766e',
  '#0369a1',
  '#475569',
] as const
