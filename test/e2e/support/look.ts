import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const light = { colorScheme: 'light', reducedMotion: 'no-preference' } as const
// Without motion nobody waits for colours to fade.
const dark = { colorScheme: 'dark', reducedMotion: 'reduce' } as const

// What lies behind a dialog may wait for its answer.
const loading = ':is([aria-busy=true], [data-bone], [role=progressbar]):not([inert] *, [aria-hidden=true] *)'

/** Waits until a page stands still: its heading is there, nothing is loading, nothing moves. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // The style guide shows what loads as a thing to look at.
  if (!page.url().includes('/tailwind/')) await expect(page.locator(loading)).toHaveCount(0)
  // What has come to its end can set other things in motion: a colour fades in what inherits it too.
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const moving = () => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    await frame()
    do {
      await Promise.allSettled(moving().map((one) => one.finished))
      await frame()
    } while (moving().length > 0)
  })()`)
}

/** Looks at a page as it stands, wide and on a phone, light and dark: pictures, axe, no sideways scroll. */
export async function lookAtPage(page: Page, name: string): Promise<void> {
  await lookAtBoth(page, `${name}-1440`)
  await page.setViewportSize(phone)
  await picture(page, `${name}-390-light`)
  await page.emulateMedia(dark)
  await settled(page)
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect.soft(width, `${name}: width on a phone`).toBeLessThanOrEqual(phone.width)
  await expectAccessible(page, `${name} on a phone, dark`)
  await page.setViewportSize(wide)
  await page.emulateMedia(light)
}

/** Looks at what is open on a page, light and dark. */
export async function lookAtBoth(page: Page, name: string): Promise<void> {
  await picture(page, `${name}-light`)
  await settled(page)
  await expectAccessible(page, name)
  await expectTexts(page, name)
  await page.emulateMedia(dark)
  await picture(page, `${name}-dark`)
  await settled(page)
  // The document is the same; only its colours have changed.
  await expectAccessible(page, `${name}, dark`, ['color-contrast'])
  await page.emulateMedia(light)
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

/** Asks axe. Only what is wrong leaves the page: all that it finds in order is megabytes. */
async function expectAccessible(page: Page, name: string, rules: readonly string[] = []): Promise<void> {
  // WCAG 2.2 asks for targets of 24 px, which axe leaves out unless it is told.
  const wanted = rules.length > 0 ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }
  // A document keeps axe until it is left.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const said: string[] = await page.evaluate(`axe.run(${JSON.stringify({ ...wanted, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => id + ': ' + target.join(' ') + ' ' + html.slice(0, 160))))`)
  expect.soft(said, `axe: ${name}`).toEqual([])
}

/** A picture for a person to look at: no test reads it, and a run of all stories makes none. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env['LINTEL_SCREENS'] === 'off') return
  await settled(page)
  await page.screenshot({ path: `.lintel/screens/${name}.png` })
}
