import { useSyncExternalStore } from 'react'

/** `system` follows the machine, also when it changes at dusk. */
export type Theme = 'light' | 'dark' | 'system'
export type Density = 'compact' | 'normal' | 'roomy'

const themes: readonly Theme[] = ['light', 'dark', 'system']
const densities: readonly Density[] = ['compact', 'normal', 'roomy']
const listeners = new Set<() => void>()

/** The look of the interface and the ways to change it; kept on this device. */
export function useTheme() {
  const theme = useSyncExternalStore(listen, () => kept('theme', themes, 'system'))
  const density = useSyncExternalStore(listen, () => kept('density', densities, 'normal'))
  return { theme, setTheme, density, setDensity }
}

/** Height of a grid row in px at a density. */
export const densityHeights: Record<Density, number> = { compact: 28, normal: 34, roomy: 44 }

function setTheme(theme: Theme): void {
  keep('theme', theme)
  show()
}

function setDensity(density: Density): void {
  keep('density', density)
  show()
}

function show(): void {
  const theme = kept('theme', themes, 'system')
  const { dataset } = document.documentElement
  dataset.theme = theme === 'system' ? (systemDark()?.matches ? 'dark' : 'light') : theme
  dataset.density = kept('density', densities, 'normal')
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) systemDark()?.addEventListener('change', show)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) systemDark()?.removeEventListener('change', show)
  }
}

function systemDark(): MediaQueryList | undefined {
  return typeof window === 'undefined' ? undefined : window.matchMedia('(prefers-color-scheme: dark)')
}

const memory = new Map<string, string>()

function kept<Value extends string>(name: string, known: readonly Value[], otherwise: Value): Value {
  const value = stored(name)
  return known.find((one) => one === value) ?? otherwise
}

function stored(name: string): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return memory.get(name) ?? null
  }
}

function keep(name: string, value: string): void {
  try {
    window.localStorage.setItem(name, value)
  } catch {
    // Private windows may refuse storage: the choice then lasts for this visit.
    memory.set(name, value)
  }
}
