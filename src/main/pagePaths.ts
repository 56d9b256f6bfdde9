import { accountPaths, providerNames } from '#accounts/screenPaths.ts'
import { auditPaths } from '#audit/screenPaths.ts'
import { changePaths } from '#changes/screenPaths.ts'
import { designPaths } from '#design/screenPaths.ts'
import { entityPaths } from '#entities/screenPaths.ts'
import { environmentPaths } from '#environments/screenPaths.ts'
import { jobPaths } from '#jobs/screenPaths.ts'
import { labelPaths } from '#labels/screenPaths.ts'
import { recordPaths } from '#records/screenPaths.ts'
import { securityPaths } from '#security/screenPaths.ts'
import { viewPaths } from '#views/screenPaths.ts'

/** The paths of the screens of no concept. */
export const shellPaths = [
  '/',
  '/index',
  '/index/terms',
  '/index/privacy',
  '/index/use',
  '/tailwind/test',
  '/test/squire',
  '/$eid',
] as const

/** The path of every screen, as the router knows it: a line a concept. */
export const screenPaths = [
  ...shellPaths,
  ...accountPaths,
  ...environmentPaths,
  ...auditPaths,
  ...designPaths,
  ...entityPaths,
  ...viewPaths,
  ...labelPaths,
  ...changePaths,
  ...jobPaths,
  ...recordPaths,
  ...securityPaths,
] as const

export type ScreenPath = (typeof screenPaths)[number]

/** A path with `{id}` in place of its uuid parameters. */
type PagePath<Path extends string> = Path extends '/d/$'
  ? '/d'
  : Path extends `${infer Head}/$provider`
    ? `${Head}/${(typeof providerNames)[number]}`
    : Path extends `${infer Head}/$${infer Rest}`
      ? Rest extends `${string}/${infer Tail}`
        ? `${Head}/{id}${PagePath<`/${Tail}`>}`
        : `${Head}/{id}`
      : Path

/** The addresses of the web's pages, `{id}` standing for a uuid: the addresses that the server answers with 200. */
export const pagePaths = screenPaths.flatMap(listPages) as readonly PagePath<ScreenPath>[]

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const pattern = new RegExp(`^(?:${pagePaths.map((path) => path.replaceAll('{id}', id)).join('|')})/?$`, 'i')

/** Whether the web has a page at this path. `/d/...` is the door: it leads on to any page of the environment last used. */
export function isPage(path: string): boolean {
  return pattern.test(path) || path.startsWith('/d/')
}

function listPages(path: string): readonly string[] {
  if (path.endsWith('/$provider')) return providerNames.map((name) => path.replace('$provider', name))
  return [path.replace(/\/\$$/, '').replaceAll(/\$\w+/g, '{id}')]
}
