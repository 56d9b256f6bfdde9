import { brandOf } from '#design/brand.ts'
import { MarkTile, type MarkTileProps } from '#environments/web/MarkTile.tsx'

/** The square of a mark in any colour, made dark enough for white text. */
export function ReadableTile({ colour, ...tile }: MarkTileProps) {
  return <MarkTile {...tile} colour={brandOf(colour, 'light').fill} />
}
