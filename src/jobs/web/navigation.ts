import { Activity } from 'lucide-react'
import type { NavigationLine } from '#environments/web/navigation.ts'

export const jobLines: readonly NavigationLine[] = [
  { path: '/job', text: 'shell.jobs', Icon: Activity, section: 'build', may: [], order: 70, paletteOrder: 60 },
]
