import { Table2 } from 'lucide-react'
import type { Entity } from '#entities/entity.ts'
import { environmentIcons, type EnvironmentIcon } from '#environments/icon.ts'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'

/** A table's icon on its colour; a plain table where it has neither. The name stands beside it. */
export function EntityMark({ entity, size = 20 }: { entity: Pick<Entity, 'name' | 'icon' | 'color'>; size?: number }) {
  const { name, icon, color } = entity
  if (!icon && !color) {
    return (
      // As wide as a mark, so that names stand below each other.
      <span aria-hidden className="grid shrink-0 place-items-center text-muted" style={{ width: size, height: size }}>
        <Table2 size={Math.max(16, size - 4)} />
      </span>
    )
  }
  return <EnvironmentMark environment={{ name, color, icon: isIcon(icon) ? icon : null }} size={size} />
}

/** Whether we have a picture of that name. */
export function isIcon(name: string | null): name is EnvironmentIcon {
  return name !== null && (environmentIcons as readonly string[]).includes(name)
}
