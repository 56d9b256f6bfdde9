import { useState } from 'react'

/** Heights of rows, in px. */
export const rowHeightPixels = { compact: 28, normal: 34, roomy: 44 } as const

/** How a person likes the grid of a table on this device. */
export type GridSettings = {
  readonly widths: Readonly<Record<string, number>>
  readonly frozen: readonly string[]
  /** Null: as the view says. */
  readonly rowHeight: 28 | 34 | 44 | null
}

const usual: GridSettings = { widths: {}, frozen: ['name'], rowHeight: null }

export function useGridSettings(entityId: string) {
  const name = `grid.${entityId}`
  const [settings, setSettings] = useState(() => remembered(name))
  const change = (next: Partial<GridSettings>) => {
    const whole = { ...settings, ...next }
    setSettings(whole)
    try {
      window.localStorage.setItem(name, JSON.stringify(whole))
    } catch {
      // Without storage they last as long as the page.
    }
  }
  return { settings, change }
}

function remembered(name: string): GridSettings {
  try {
    return { ...usual, ...(JSON.parse(window.localStorage.getItem(name) ?? '{}') as Partial<GridSettings>) }
  } catch {
    return usual
  }
}
