import { Plus, TableProperties, ToggleRight, Variable } from 'lucide-react'
import type { NavigationLine } from '#environments/web/navigation.ts'

export const entityLines: readonly NavigationLine[] = [
  {
    path: '/entity',
    text: 'shell.allTables',
    Icon: TableProperties,
    section: 'build',
    may: [],
    order: 10,
    paletteOrder: 30,
  },
  {
    path: '/entity/create',
    text: 'shell.newTable',
    Icon: Plus,
    section: 'build',
    may: ['alter-entities'],
    order: 20,
    paletteOrder: 10,
  },
  {
    path: '/variables',
    text: 'variables.title',
    Icon: Variable,
    section: 'build',
    may: ['manage-variables'],
    order: 40,
    paletteOrder: 40,
  },
  {
    path: '/features',
    text: 'features.title',
    Icon: ToggleRight,
    section: 'build',
    may: ['manage-environment'],
    order: 50,
  },
]
