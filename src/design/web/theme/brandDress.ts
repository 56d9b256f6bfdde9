import { brandOf } from '#design/brand.ts'

/** Dresses the page in an environment's colour (`#rrggbb`), corrected to be readable in both modes. */
export function applyBrand(colour: string): void {
  const { style } = document.documentElement
  for (const mode of ['light', 'dark'] as const) {
    const { brand, fill } = brandOf(colour, mode)
    style.setProperty(`--brand-${mode}`, brand)
    style.setProperty(`--brand-fill-${mode}`, fill)
  }
}
