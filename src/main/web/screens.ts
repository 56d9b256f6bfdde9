import { lazyRouteComponent } from '@tanstack/react-router'

type Module = Record<string, never>

/** Screens below /{eid} by their file: where each lies and what it exports. A screen that is not there has no route and no line in the navigation. */
const files = import.meta.glob<Module>([
  '/src/entities/web/{EntitiesPage,EntityCreatePage,AttributesPage,EntitySettingsPage}.tsx',
  '/src/records/web/{RecordsPage,RecordPage,ImportPage}.tsx',
  '/src/changes/web/HistoryPage.tsx',
  '/src/jobs/web/JobsPage.tsx',
])

/** Path below /{eid} -> file of the screen. */
const places = {
  '/entity': '/src/entities/web/EntitiesPage.tsx',
  '/entity/create': '/src/entities/web/EntityCreatePage.tsx',
  '/entity/$tid': '/src/records/web/RecordsPage.tsx',
  '/entity/$tid/create': '/src/records/web/RecordPage.tsx',
  '/entity/$tid/settings': '/src/entities/web/EntitySettingsPage.tsx',
  '/entity/$tid/attribute': '/src/entities/web/AttributesPage.tsx',
  '/entity/$tid/$oid': '/src/records/web/RecordPage.tsx',
  '/import': '/src/records/web/ImportPage.tsx',
  '/change': '/src/changes/web/HistoryPage.tsx',
  '/job': '/src/jobs/web/JobsPage.tsx',
} as const

export type ScreenPath = keyof typeof places

/** Whether a path below /{eid} has a screen. */
export function hasScreen(path: ScreenPath): boolean {
  return places[path] in files
}

/** Every screen that there is, loaded when it is first opened. */
export const screens = (Object.keys(places) as ScreenPath[]).filter(hasScreen).map((path) => {
  const file = places[path]
  const name = /(\w+)\.tsx$/.exec(file)?.[1] ?? ''
  const load = files[file] ?? (() => Promise.reject(new Error(`${file} is missing`)))
  return { path, component: lazyRouteComponent(load, name) }
})
