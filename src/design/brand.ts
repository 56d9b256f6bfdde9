/** The colours that one chosen colour gives the interface, as `#rrggbb`. */
export type Brand = {
  /** For text, lines and focus on the surfaces of a mode. */
  readonly brand: string
  /** For filled buttons; white text stands on it. */
  readonly fill: string
}

export type Mode = 'light' | 'dark'

/** WCAG 2.2, 1.4.3: the least contrast between text and what it stands on. */
export const leastContrast = 4.5

const surfaces: Record<Mode, { readonly colour: string; readonly selection: number }> = {
  light: { colour: '#ffffff', selection: 0.12 },
  dark: { colour: '#16161a', selection: 0.22 },
}
const step = 0.01

/** A chosen colour made readable: its hue stays, its lightness moves until text keeps 4.5:1, also in a selected row. */
export function brandOf(chosen: string, mode: Mode): Brand {
  const { colour: surface, selection } = surfaces[mode]
  const reads = (colour: string) =>
    contrast(colour, surface) >= leastContrast && contrast(colour, mix(colour, surface, selection)) >= leastContrast
  const carriesWhite = (colour: string) => contrast(colour, '#ffffff') >= leastContrast
  // A nearly black button would vanish on the dark surface.
  const stands = (colour: string) => mode === 'light' || contrast(colour, surface) >= 2
  const lifted = moveUntil(chosen, step, stands)
  return {
    brand: moveUntil(chosen, mode === 'light' ? -step : step, reads),
    fill: moveUntil(lifted, -step, carriesWhite),
  }
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** `share` of one colour mixed into another, in sRGB as CSS color-mix does. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [channels(one), channels(other)]
  return hex(a.map((value, at) => value * share + (b[at] ?? 0) * (1 - share)))
}

function moveUntil(colour: string, by: number, good: (colour: string) => boolean): string {
  let [lightness, a, b] = toOklab(colour)
  let moved = colour.toLowerCase()
  while (!good(moved) && (by < 0 ? lightness > 0 : lightness < 1)) {
    lightness += by
    // Very light and very dark colours have less room for chroma.
    a *= 0.99
    b *= 0.99
    moved = fromOklab([lightness, a, b])
  }
  return moved
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
}

function hex(values: readonly number[]): string {
  const byte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)
  return `#${values.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`
}

function linear(colour: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = channels(colour).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return [r, g, b]
}

function luminance(colour: string): number {
  const [r, g, b] = linear(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

type Triple = [number, number, number]

// The matrices of Björn Ottosson's Oklab, https://bottosson.github.io/posts/oklab/
function toOklab(colour: string): Triple {
  const [r, g, b] = linear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return hex(rgb.map((v) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)))
}

/** Whether a text is a colour; while one is typed it is none yet. */
export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}
