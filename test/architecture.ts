import { posix } from 'node:path'

/**
 * The staircase: a concept imports only concepts that stand before it. `main` composes them all and nobody imports it.
 * Where an upper thing is needed lower, the lower one takes a function and `main` passes it in.
 */
export const staircase: readonly string[] = [
  // the ground: knows nothing of the product
  'text',
  'faults',
  'decimals',
  'dates',
  'language',
  'platform',
  'design',
  // the maker's vocabulary
  'accounts',
  'environments',
  'expressions',
  'changes',
  'jobs',
  'attributes',
  'entities',
  'tables',
  'views',
  'labels',
  'layouts',
  'security',
  'odata',
  'records',
  'audit',
  'automations',
  'webhooks',
  'ai',
  'apps',
  'notifications',
  'billing',
  'main',
]

/** One import of one file; both sides as paths from the project's root, or the bare name of a package. */
export type Arrow = { readonly from: string; readonly to: string; readonly typeOnly: boolean }

/** What a file of src is: the world it runs in and the concept it belongs to. */
type Room = { readonly concept: string; readonly world: 'pure' | 'server' | 'web' }

const folderNames = /(^|\/)(utils?|helpers?|common|shared|misc|lib)(\/|\.tsx?$)/
// Words that are found by nobody who does not know the file already (decision 27).
const unsearchableNames = new Set(
  'told seen kept held said heard found shown wanted given taken made asked worded reworded retyped reckoned concerned several many whole heavy same fits lanes bars pace place places turn sight letters door waiting tenure pieces lending across within here there now then who what which own other'.split(
    ' ',
  ),
)
/** Names of types that say what something is in one function only. */
export const bareTypeNames: ReadonlySet<string> = new Set(
  'Given Checked Place Places Around Ground Wish Outcome Told Seen Kept Held Shown Taken Asked Wanted'.split(' '),
)
const modelSdks = /^(ai|@ai-sdk\/.*|openai|@anthropic-ai\/.*|@google\/gen.*|ollama)$/

/** What a file of the project imports by `target`: a path from the project's root, or the bare name of a package. */
export function addressOf(from: string, target: string): string {
  const plain = target.split('?')[0] ?? target
  if (plain.startsWith('#')) return `src/${plain.slice(1)}`
  return plain.startsWith('.') ? posix.join(posix.dirname(from), plain) : plain
}

/** Why this import must not exist, if it must not. */
export function refuseArrow({ from, to, typeOnly }: Arrow): string | undefined {
  if (!from.startsWith('src/')) return undefined
  const isTest = /\.test\.tsx?$/.test(from)
  if (/^(test|bench|scripts)\//.test(to))
    return isTest ? undefined : 'src imports neither tests nor benchmarks nor scripts'
  if (isTest) return undefined
  const here = roomOf(from)
  return to.startsWith('src/') ? refuseInside(here, from, roomOf(to), to) : refusePackage(here, from, to, typeOnly)
}

/** Why a file of src must not have this name, if it must not. */
export function refuseName(path: string): string | undefined {
  if (folderNames.test(path)) return 'a file is named after a thing of the product'
  const [basename = ''] = (path.split('/').at(-1) ?? '').split('.')
  if (unsearchableNames.has(basename)) return 'a file is named by a noun that people would search for'
  if (/\/index\.tsx?$/.test(path)) return 'no barrel files: import the file that has the thing'
  const concept = path.split('/')[1] ?? ''
  return staircase.includes(concept) ? undefined : `the staircase does not know ${concept}`
}

function refuseInside(here: Room, from: string, there: Room, to: string): string | undefined {
  if (there.concept === 'main' && here.concept !== 'main') return 'nothing imports main'
  if (here.world === 'pure' && there.world !== 'pure') return `pure code does not import ${there.world} code`
  if (here.world === 'web' && there.world === 'server') return 'web code does not import server code'
  if (here.world === 'server' && there.world === 'web') return 'server code does not import web code'
  if (staircase.indexOf(there.concept) > staircase.indexOf(here.concept)) {
    return `${here.concept} stands below ${there.concept} on the staircase`
  }
  const foreign = here.concept !== there.concept && here.concept !== 'main'
  if (foreign && there.world === 'server' && !isUseCaseFile(there.concept, to)) {
    return `only the use cases of ${there.concept}'s server are for others`
  }
  return from === to ? 'a file does not import itself' : undefined
}

function refusePackage(here: Room, from: string, to: string, typeOnly: boolean): string | undefined {
  if (here.world === 'pure' && to.startsWith('node:')) return 'pure code knows no Node'
  if (here.world === 'pure' && !/^zod\/mini$/.test(to) && !purePackages.has(to))
    return 'pure code imports only zod/mini'
  if (here.world === 'web' && to.startsWith('node:')) return 'web code knows no Node'
  const database = /^src\/platform\/server\/(database|postgres)\//
  if (/^(pg|pg-copy-streams)$/.test(to) && !database.test(from)) return 'pg stays in platform/server/database'
  if (/^(fastify|fastify-plugin|@fastify\/.*)$/.test(to) && !typeOnly && !mayServeHttp(here, from)) {
    return 'fastify stays in routes, platform and main'
  }
  if (modelSdks.test(to) && !from.startsWith('src/ai/server/providers/'))
    return 'models are called in ai/server/providers'
  return undefined
}

/** Packages without Node, DOM, clock and I/O that pure code may use beside zod/mini. */
const purePackages: ReadonlySet<string> = new Set(['@lingui/message-utils', '@lingui/message-utils/compileMessage'])

function mayServeHttp(here: Room, from: string): boolean {
  return here.concept === 'platform' || here.concept === 'main' || from.endsWith('.routes.ts')
}

/** `server/<concept>.ts`, and what is laid out to be shared: the ground's server side. */
function isUseCaseFile(concept: string, path: string): boolean {
  return (
    staircase.indexOf(concept) <= staircase.indexOf('design') || path.endsWith(`src/${concept}/server/${concept}.ts`)
  )
}

function roomOf(path: string): Room {
  const [, concept = '', ...rest] = path.split('/')
  if (concept === 'main') return { concept, world: worldOfMain(path) }
  if (rest.includes('server')) return { concept, world: 'server' }
  return { concept, world: rest.includes('web') ? 'web' : 'pure' }
}

/** The composition root has two halves: `web/` with every `*.tsx`, and the rest, which runs on the server. Both read the paths. */
function worldOfMain(path: string): Room['world'] {
  if (path === 'src/main/pagePaths.ts') return 'pure'
  return path.startsWith('src/main/web/') || path.endsWith('.tsx') ? 'web' : 'server'
}
