import { ScrollText } from 'lucide-react'
import type { NavigationLine } from '#environments/web/navigation.ts'

export const auditLines: readonly NavigationLine[] = [
  { path: '/audit', text: 'audit.title', Icon: ScrollText, section: 'people', may: ['see-audit'], order: 30 },
]
