import { lazyRouteComponent } from '@tanstack/react-router'
import type { LaterPart } from '#language/startTexts.ts'
import { withTexts } from '#main/web/withTexts.ts'

type Module = Record<string, never>

/** Screens below /{eid} that have no route of their own in pages.tsx yet: without its file a screen has no route and no line in the navigation. */
const files = import.meta.glob<Module>([
  '/src/entities/web/{EntitySettingsPage,FeaturesPage,VariablesPage}.tsx',
  '/src/main/web/{AttributesRoute,ViewsRoute}.tsx',
  '/src/records/web/{form/RecordPage,list/RecordsPage}.tsx',
  '/src/records/exchange/web/ImportPage.tsx',
  '/src/records/history/web/{CausesPage,TrashPage}.tsx',
  '/src/audit/web/AuditPage.tsx',
  '/src/labels/web/LabelsPage.tsx',
  '/src/security/web/{members/MembersPage,roles/RolesPage,roles/RolePage,roles/EntitySecurityPage}.tsx',
])

/** Path below /{eid} -> file of the screen. */
const places = {
  '/entity/$tid': '/src/records/web/list/RecordsPage.tsx',
  '/entity/$tid/create': '/src/records/web/form/RecordPage.tsx',
  '/entity/$tid/settings': '/src/entities/web/EntitySettingsPage.tsx',
  '/entity/$tid/attribute': '/src/main/web/AttributesRoute.tsx',
  '/entity/$tid/view': '/src/main/web/ViewsRoute.tsx',
  '/entity/$tid/language': '/src/labels/web/LabelsPage.tsx',
  '/entity/$tid/trash': '/src/records/history/web/TrashPage.tsx',
  '/entity/$tid/history': '/src/records/history/web/CausesPage.tsx',
  '/entity/$tid/$oid': '/src/records/web/form/RecordPage.tsx',
  '/import': '/src/records/exchange/web/ImportPage.tsx',
  '/variables': '/src/entities/web/VariablesPage.tsx',
  '/features': '/src/entities/web/FeaturesPage.tsx',
  '/audit': '/src/audit/web/AuditPage.tsx',
  '/users': '/src/security/web/members/MembersPage.tsx',
  '/role': '/src/security/web/roles/RolesPage.tsx',
  '/role/$oid': '/src/security/web/roles/RolePage.tsx',
  '/entity/$tid/security': '/src/security/web/roles/EntitySecurityPage.tsx',
} as const

/** The screens that say more than the rest: makers' pages, and forms. */
const furtherTexts: Readonly<Record<string, LaterPart>> = {
  '/entity/$tid/create': 'doing',
  '/entity/$tid/$oid': 'doing',
  '/entity/$tid/settings': 'aside',
  '/entity/$tid/attribute': 'aside',
  '/entity/$tid/view': 'aside',
  '/entity/$tid/language': 'aside',
  '/entity/$tid/trash': 'aside',
  '/entity/$tid/history': 'aside',
  '/import': 'aside',
  '/variables': 'aside',
  '/features': 'aside',
  '/audit': 'aside',
}

type LandingPath = keyof typeof places

/** Whether a path below /{eid} has a screen: those not listed here have a route of their own in pages.tsx. */
export function hasScreen(path: string): boolean {
  return !Object.hasOwn(places, path) || places[path as LandingPath] in files
}

/** Every screen that there is, loaded when it is first opened. */
export const screens = (Object.keys(places) as LandingPath[]).filter(hasScreen).map((path) => {
  const file = places[path]
  const name = /(\w+)\.tsx$/.exec(file)?.[1] ?? ''
  const load = files[file] ?? (() => Promise.reject(new Error(`${file} is missing`)))
  const part = furtherTexts[path]
  const page =
    part !== undefined
      ? () => withTexts(load(), part)
      : file.startsWith('/src/security/')
        ? () => withTexts(withTexts(load(), 'access'), 'aside')
        : load
  return { path, component: lazyRouteComponent(page, name) }
})
