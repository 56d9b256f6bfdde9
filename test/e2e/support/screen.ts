import type { Locator, Page } from '@playwright/test'

type Scope = Pick<Locator, 'getByLabel'>

/** The control with exactly this label, required or not. */
export function field(scope: Scope, label: string): Locator {
  return scope.getByLabel(new RegExp(`^${escaped(label)}( \\*)?$`))
}

/** Chooses an option of a select by its first words. */
export async function choose(page: Page, control: Locator, option: string): Promise<void> {
  await control.click()
  await page
    .getByRole('option', { name: new RegExp(`^${escaped(option)}(\\s|$)`) })
    .first()
    .click()
}

/** A cell of a grid by its place; rows count from 0. */
export function cellAt(grid: Locator, row: number, column: number): Locator {
  return grid.locator(`[data-row="${row}"] > [role=gridcell][data-column="${column}"]`)
}

/** A cell of a grid in the column with this title. */
export async function cellOf(grid: Locator, row: number, title: string): Promise<Locator> {
  const head = grid.getByRole('columnheader', { name: title, exact: true })
  return cellAt(grid, row, Number(await head.getAttribute('data-column')))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
