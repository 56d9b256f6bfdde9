/**
 * Which part of a locale file: what every page may say from the start, what pages behind the sign-in say, or what only
 * the pages of makers, of imports, of long work and of the law say, and editors and dialogs that few open, and the list of keys.
 */
export type TextPart = 'start' | LaterPart
export type LaterPart = (typeof laterParts)[number]
export const laterParts = ['rest', 'aside', 'identity', 'access'] as const

const startGroups = new Set(['accounts', 'design', 'index', 'language', 'platform', 'shell'])
const startFaults = new Set(['account', 'environment', 'request', 'route', 'server', 'session', 'validation'])

// What only some pages say, and refusals that only they can meet or that the server puts into words.
const asideGroups = new Set([
  'apiKeys',
  'audit',
  'changes',
  'controls',
  'expressions',
  'features',
  'imports',
  'jobs',
  'keys',
  'odata',
  'overview',
  'profile',
  'relationships',
  'settings',
  'sharing',
  'users',
  'variables',
])
const asideFaults = new Set([
  'apiKey',
  'audit',
  'attribute',
  'batch',
  'cause',
  'change',
  'copy',
  'definition',
  'entity',
  'export',
  'expression',
  'import',
  'job',
  'link',
  'naming',
  'query',
  'relationship',
  'resource',
  'share',
  'trash',
  'undo',
  'user',
  'variable',
  'view',
])
// What became of records is told on pages and in dialogs of its own, and other ways to show them are loaded with theirs.
const asideRecords = new Set(['board', 'calendar', 'causes', 'export', 'move', 'past', 'pivot', 'trash', 'trouble'])
// Forms of environments say the rest of theirs.
const environmentsAnywhere = new Set(['create', 'maker', 'none', 'region', 'role', 'search', 'title'])
// The editors and dialogs of views say the rest of theirs.
const viewsAnywhere = new Set('all dynamic edit footer function group new personalTitle switch switchFrom'.split(' '))
// What the sidebar, the menus and their messages say of them.
const saidAnywhere = new Set([
  'audit.title',
  'attributes.openLink',
  'attributes.passwordHint',
  'attributes.query.later',
  'attributes.type.image.name',
  'changes.undone',
  'controls.starsOf',
  'environments.manage.title',
  'keys.command',
  'overview.tile.import.title',
  'overview.title',
  'profile.title',
  'settings.title',
  'users.title',
  'features.title',
  'variables.title',
])

// The ways to sign in besides the password, and the page where people look after them.
const identityFaults = new Set(['identity', 'outbound'])

/** The part in which the text of a key is loaded. A fault that a public form can show belongs to the start. */
export function partOfText(key: string): TextPart {
  const [group = '', name = ''] = key.split('.')
  // The names of the legal pages stand at the foot of every page.
  if (group === 'accounts' && ['mail', 'reset'].includes(name)) return 'aside'
  if (group === 'legal') return /^legal\.\w+\.title$/.test(key) ? 'start' : 'aside'
  if (group === 'identity' || (group === 'fault' && identityFaults.has(name))) return 'identity'
  if (group === 'access') return ['people', 'roles'].includes(name) ? 'rest' : 'access'
  if (asideGroups.has(group) || (group === 'fault' && asideFaults.has(name)))
    return saidAnywhere.has(key) ? 'rest' : 'aside'
  if (group === 'environments') return environmentsAnywhere.has(name) || saidAnywhere.has(key) ? 'rest' : 'aside'
  if (group === 'views') return viewsAnywhere.has(name) ? 'rest' : 'aside'
  if (group === 'records' && asideRecords.has(name)) return 'aside'
  // Of the tables, everyone reads their fields and tabs.
  if (group === 'entities') return ['system', 'status', 'tabs'].includes(name) ? 'rest' : 'aside'
  if (group === 'attributes') return ['yes', 'no'].includes(name) || saidAnywhere.has(key) ? 'rest' : 'aside'
  return startGroups.has(group) || (group === 'fault' && startFaults.has(name)) ? 'start' : 'rest'
}
