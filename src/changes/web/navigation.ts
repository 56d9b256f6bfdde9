import { History } from 'lucide-react'
import type { NavigationLine } from '#environments/web/navigation.ts'

export const changeLines: readonly NavigationLine[] = [
  {
    path: '/change',
    text: 'shell.changes',
    Icon: History,
    section: 'build',
    // Whoever holds any of these has a part of the change history to see.
    may: ['alter-entities', 'manage-views', 'manage-variables', 'manage-environment'],
    order: 60,
    paletteOrder: 50,
  },
]
