import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
// For a person to look at; no test reads them.
const folder = '.lintel/screens'

/** Waits until a page stands still: its heading is there, nothing is loading, nothing moves. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // The style guide shows what loads as a thing to look at.
  if (page.url().includes('/tailwind/')) return
  await expect(page.locator('[aria-busy=true], [data-bone], [role=progressbar]')).toHaveCount(0)
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished))`)
}

/** Looks at a page as it stands, wide and on a phone, light and dark: pictures, axe, no sideways scroll. */
export async function lookAtPage(page: Page, name: string): Promise<void> {
  await lookAtBoth(page, `${name}-1440`)
  await page.setViewportSize(phone)
  await settled(page)
  await page.screenshot({ path: `${folder}/${name}-390-light.png` })
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect.soft(width, `${name}: width on a phone`).toBeLessThanOrEqual(phone.width)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await expectAccessible(page, `${name} on a phone, dark`)
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Looks at what is open on a page, light and dark. */
export async function lookAtBoth(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: `${folder}/${name}-light.png` })
  await expectAccessible(page, name)
  await expectTexts(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await page.screenshot({ path: `${folder}/${name}-dark.png` })
  // The document is the same; only its colours have changed.
  await expectAccessible(page, `${name}, dark`, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What a page told the console as an error, and what it threw. */
export function watchErrors(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  return errors
}

// Such as records.backToList: a text that no language has.
const rawKey = /^[a-z]\w*(\.\w+)+$/
const fileName = /\.(csv|tsv|txt|xlsx|json|zip|pdf|png|jpe?g|svg)$/

/** Expects that whatever a page says is a text, and not the key of one. */
async function expectTexts(page: Page, name: string): Promise<void> {
  const said: string[] = await page.evaluate(`[
    ...document.body.innerText.split(/[\\n\\t]/),
    ...Array.from(document.querySelectorAll('[aria-label], [placeholder], [title]')).flatMap((one) =>
      ['aria-label', 'placeholder', 'title'].map((attribute) => one.getAttribute(attribute) ?? '')),
  ].map((text) => text.trim())`)
  expect
    .soft(
      said.filter((text) => rawKey.test(text) && !fileName.test(text)),
      `raw keys: ${name}`,
    )
    .toEqual([])
}

// In legacy mode axe spares itself a page of its own for the result; there are no frames of other origins here.
async function expectAccessible(page: Page, name: string, rules: readonly string[] = []): Promise<void> {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  // WCAG 2.2 asks for targets of 24 px, which axe leaves out unless it is told.
  const all = { rules: { 'target-size': { enabled: true } } }
  const { violations } = await (rules.length > 0 ? builder.withRules([...rules]) : builder.options(all)).analyze()
  const said = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
  )
  expect.soft(said, `axe: ${name}`).toEqual([])
}
