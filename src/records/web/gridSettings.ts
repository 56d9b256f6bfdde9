import { useState } from 'react'

/** How a person likes the grid of a table on this device. */
export type GridSettings = {
  readonly widths: Readonly<Record<string, number>>
  readonly frozen: readonly string[]
  readonly rowHeight: 28 | 34 | 44
}

const usual: GridSettings = { widths: {}, frozen: ['name'], rowHeight: 34 }

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
