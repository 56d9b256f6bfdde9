/** Which part of a locale file: what every page may say from the start, or what only pages behind the sign-in say. */
export type TextPart = 'start' | 'rest'

const startGroups = new Set(['accounts', 'design', 'index', 'language', 'platform', 'shell'])
const startFaults = new Set(['account', 'environment', 'request', 'route', 'server', 'session', 'validation'])

/** The part in which the text of a key is loaded. A fault that a public form can show belongs to the start. */
export function partOfText(key: string): TextPart {
  const [group = '', name = ''] = key.split('.')
  return startGroups.has(group) || (group === 'fault' && startFaults.has(name)) ? 'start' : 'rest'
}
