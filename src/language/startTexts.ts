/**
 * Which part of a locale file: what the sign-in and every page may say from the start, what pages behind the sign-in say
 * (`rest`), what only the pages of makers, of imports, of long work and of the law say, and editors and dialogs that few
 * open, and the list of keys (`aside`), what other public pages and the profile say (`entry`), what is said once someone
 * filters, selects or takes back (`doing`), and what the ways to sign in and the rights of people say.
 */
export type TextPart = 'start' | LaterPart
export type LaterPart = (typeof laterParts)[number]
export const laterParts = ['rest', 'aside', 'identity', 'access', 'entry', 'doing'] as const

const startGroups = new Set(['language', 'platform'])
const startFaults = new Set(['route', 'server', 'session', 'validation'])
// These the server always puts into words itself.
const servedFaults =
  /^fault\.(?:server\.(?:busy|diskFull|timeout|unsupported)|session\.(?:credentials|tokenOnly|unknown)|validation\.(?:candidate|confirmName|file|passwordWrong))$/
// Of these groups, the rest of theirs is said by pages and controls that come later.
const startAccounts = new Set('email password rememberMe signIn'.split(' '))
const startShell = new Set('cookies error goHome language newBuild notFound version'.split(' '))
const restDesign = new Set(
  'breadcrumb chooseFile colourHex dropFiles grid nextMonth openCalendar palette paletteHint previousMonth resizePanel searchFailed time'.split(
    ' ',
  ),
)
const entryFaults = new Set(['account', 'request'])
// What only sign-up, new passwords and the profile check.
const entryChecks = /^fault\.validation\.(?:emailSame|password(?:Case|Common|Repeat)|picture|terms)$/
// Of a record's refusals, these two are said before anything is asked; the server puts the others into words.
const restRecordFaults = new Set(['fault.record.disabled', 'fault.record.restricted'])

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
  'labels',
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
  'access',
  'apiKey',
  'audit',
  'attribute',
  'batch',
  'cause',
  'change',
  'copy',
  'definition',
  'developerMode',
  'entity',
  'export',
  'expression',
  'field',
  'file',
  'import',
  'invite',
  'job',
  'link',
  'member',
  'naming',
  'permissionTest',
  'query',
  'relationship',
  'resource',
  'role',
  'share',
  'team',
  'trash',
  'undo',
  'unit',
  'user',
  'variable',
  'view',
  'viewAs',
])
// What became of records is told on pages and in dialogs of its own, and other ways to show them are loaded with theirs.
const asideRecords = new Set(['board', 'calendar', 'causes', 'export', 'move', 'past', 'pivot', 'trash', 'trouble'])
// What a filter, an order, a search, a selection, a form, and what was typed or taken back say when they are there.
const doingRecords = new Set(
  'bulk columns conflict delete draft facts filter history kept leave next openPage operator previous save saveAndNew sort tabs unsaved words'.split(
    ' ',
  ),
)
// Forms of environments say the rest of theirs.
const environmentsAnywhere = new Set(['create', 'maker', 'none', 'region', 'role', 'search', 'title'])
// The editors and dialogs of views say the rest of theirs.
const viewsAnywhere = new Set('all edit function group new personalTitle switch switchFrom'.split(' '))
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
  'records.columns.title',
  'records.filter.clear',
  'records.filter.title',
  'records.sort.title',
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
  if (group === 'accounts') return startAccounts.has(name) || key === 'accounts.signUp.action' ? 'start' : 'entry'
  if (group === 'index' || (group === 'fault' && entryFaults.has(name))) return 'entry'
  // The first page after the sign-in loads them with itself; the way to it is named everywhere.
  if (group === 'home') return name === 'title' ? 'rest' : 'entry'
  if (group === 'shell') return startShell.has(name) ? 'start' : 'rest'
  if (group === 'design' && name === 'guide') return 'aside'
  if (group === 'design') return restDesign.has(name) ? 'rest' : 'start'
  // What a mail or the audit log says of rights; the banner of viewing as another stands on every page.
  if (group === 'security') return name === 'viewAs' ? 'rest' : 'aside'
  if (group === 'legal') return /^legal\.\w+\.title$/.test(key) ? 'start' : 'aside'
  if (group === 'identity' || (group === 'fault' && identityFaults.has(name))) return 'identity'
  if (group === 'access') return ['people', 'roles', 'why'].includes(name) ? 'rest' : 'access'
  if (group === 'fault' && name === 'record') return restRecordFaults.has(key) ? 'rest' : 'aside'
  if (asideGroups.has(group) || (group === 'fault' && asideFaults.has(name)))
    return saidAnywhere.has(key) ? 'rest' : 'aside'
  if (group === 'environments') return environmentsAnywhere.has(name) || saidAnywhere.has(key) ? 'rest' : 'aside'
  if ((group === 'views' && name === 'dynamic') || key === 'fault.feature.off') return 'doing'
  if (group === 'views') return viewsAnywhere.has(name) ? 'rest' : 'aside'
  if (group === 'records' && doingRecords.has(name)) return saidAnywhere.has(key) ? 'rest' : 'doing'
  if (group === 'records' && asideRecords.has(name)) return 'aside'
  // Of the tables, everyone reads their fields and tabs.
  if (group === 'entities') return ['system', 'status', 'tabs'].includes(name) ? 'rest' : 'aside'
  if (group === 'attributes') return ['yes', 'no'].includes(name) || saidAnywhere.has(key) ? 'rest' : 'aside'
  if (servedFaults.test(key)) return 'aside'
  if (entryChecks.test(key)) return 'entry'
  return startGroups.has(group) || (group === 'fault' && startFaults.has(name)) ? 'start' : 'rest'
}
