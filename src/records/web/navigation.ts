import { FileUp } from 'lucide-react'
import type { FeatureKey } from '#entities/feature.ts'
import type { NavigationLine } from '#environments/web/navigation.ts'

export const recordLines: readonly NavigationLine<FeatureKey>[] = [
  {
    path: '/import',
    text: 'overview.tile.import.title',
    Icon: FileUp,
    section: 'build',
    may: ['import'],
    feature: 'import',
    order: 30,
    paletteOrder: 20,
  },
]
