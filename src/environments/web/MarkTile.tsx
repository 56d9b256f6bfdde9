import type { ReactNode } from 'react'

export type MarkTileProps = { readonly colour: string; readonly size: number; readonly children?: ReactNode }

/** The square of a mark; its colour has to carry white text. */
export function MarkTile({ colour, size, children }: MarkTileProps) {
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-small font-semibold text-on-brand"
      style={{ width: size, height: size, fontSize: size * 0.55, background: colour }}
    >
      {children}
    </span>
  )
}
