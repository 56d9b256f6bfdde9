import type { Page } from '@playwright/test'
import { pagePaths } from '#main/pagePaths.ts'
import { headings } from './support/headings.ts'
import { lookAtBoth, lookAtPage, settled, watchErrors } from './support/look.ts'
import { popups, recordsPath as records } from './support/popups.ts'
import { expect, test, type Stage } from './support/stage.ts'

// These walks are long, and none needs what another one did.
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

const signedOut = { cookies: [], origins: [] }

/** The paths without ids that need no session, and those that do. */
const publicPaths = pagePaths.filter((path) => path === '/' || /^\/(index|auth)/.test(path))
const ownPaths = pagePaths.filter((path) => !publicPaths.includes(path) && !path.includes('{id}') && path !== '/d')
// The page of a role needs the id of one, which the stage has not.
const environmentPaths = pagePaths.filter((path) => path.startsWith('/{id}') && path !== '/{id}/role/{id}')

test.describe('signed out', () => {
  test.use({ storageState: signedOut })

  test('every public page, wide and on a phone, light and dark', async ({ page }) => {
    const errors = watchErrors(page)
    for (const path of publicPaths.filter((each) => each !== '/auth/signout')) {
      await loadDirectly(page, path, 200)
      await expectHeading(page, headings[path])
      await lookAtPage(page, nameOf(path))
    }
    await loadDirectly(page, '/nowhere/at/all', 404)
    await expectHeading(page, 'Page Not Found')
    await lookAtPage(page, 'nowhere-at-all')
    expect(errors.filter((error) => !error.includes('nowhere'))).toEqual([])
  })

  test('refused fields of the sign-up', async ({ page }) => {
    await page.goto('/auth/signup')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    await lookAtPage(page, 'auth-signup-refused')
  })

  test('on a phone the cookie banner covers no field of the sign-up', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/auth/signup')
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
    for (const input of await page.locator('main input').all()) {
      await input.scrollIntoViewIfNeeded()
      expect(await input.evaluate(isOnTop), String(await input.getAttribute('name'))).toBe(true)
    }
  })
})

test('[R074][R075][R076] every page outside of an environment, wide and on a phone, light and dark', async ({
  page,
}) => {
  const errors = watchErrors(page)
  for (const path of ownPaths) {
    await loadDirectly(page, path, 200)
    await expectHeading(page, headings[path])
    await lookAtPage(page, nameOf(path))
  }
  expect(errors).toEqual([])
})

test('[R043][R044][R045][R046][R051][R052][R053][R054][R055][R056][R057][R058] every page of an environment, wide and on a phone, light and dark', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  for (const path of environmentPaths) {
    await loadDirectly(page, addressOf(path, stage), 200)
    await expectHeading(page, headings[path])
    await lookAtPage(page, nameOf(path))
  }
  expect(errors).toEqual([])
})

test('what opens over a page, light and dark', async ({ page, stage }) => {
  const errors = watchErrors(page)
  for (const { name, path, open } of popups) {
    await test.step(name, async () => {
      await page.goto(addressOf(path, stage))
      await settled(page)
      await open(page)
      await lookAtBoth(page, `open-${name.replaceAll(' ', '-')}`)
    })
  }
  expect(errors).toEqual([])
})

test('on a phone the navigation is a drawer, and records are cards', async ({ page, stage }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(addressOf(records, stage))
  const card = page.getByRole('listitem').filter({ hasText: 'Amber Foods' }).first()
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await expect(drawer.getByRole('link', { name: 'Contacts' })).toBeVisible()
  await lookAtBoth(page, 'open-drawer-390')
  await drawer.getByRole('link', { name: 'Contacts' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible()
})

test('keys that follow Ctrl K at once go to the palette, and change no cell', async ({ page, stage }) => {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  // A slow line makes the moment long in which the palette is not there yet.
  await page.route(/Palette.*\.js/, async (route) => {
    await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await page.goto(addressOf(records, stage))
  const cell = page.locator('[data-row="0"] > [data-column="1"]')
  await cell.click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cond')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('t')
  const palette = page.getByRole('combobox', { name: 'Search or run' })
  await expect(palette).toBeFocused()
  await page.keyboard.type('acts')
  await expect(palette).toHaveValue('contacts')
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()
  await expect(cell).toHaveText(/Amber Foods/)
  expect(writes).toEqual([])
  await page.reload()
  await cell.click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('contacts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible()
  expect(writes).toEqual([])
})

test('what a page needs is asked for while its first file is still on its way, and once', async ({ page, stage }) => {
  const asked: string[] = []
  const needed = ['frame', 'base', 'fields', 'records', 'en']
  const missing = () => needed.filter((name) => !asked.some((url) => new RegExp(`/${name}-[^/]+\\.js$`).test(url)))
  page.on('request', (request) => asked.push(request.url()))
  await page.route(/\/ground-[^/]*\.js/, async (route) => {
    await expect.poll(missing, 'asked for before the first file is there').toEqual([])
    await route.continue()
  })
  await page.goto(addressOf(records, stage))
  await expectHeading(page, 'Companies')
  expect(missing()).toEqual([])
  const scripts = asked.filter((address) => address.endsWith('.js'))
  expect(scripts).toEqual([...new Set(scripts)])
})

/** Whether a press in the middle of an element reaches it; runs in the page. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}

/** Loads a page as by its address in a new tab; the server tells by the status whether there is such a page. */
async function loadDirectly(page: Page, address: string, status: number): Promise<void> {
  const answer = await page.goto(address)
  expect(answer?.status(), address).toBe(status)
}

async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string'
  await expect(page.getByRole('heading', { level: 1, name, exact }), page.url()).toBeVisible()
}

/** The path with the ids of the stage: environment, table, record. */
function addressOf(path: string, { place, tables }: Stage): string {
  const ids = [place.id, tables.companies.id, tables.companyId]
  return path.replaceAll('{id}', () => ids.shift() ?? '')
}

function nameOf(path: string): string {
  return path.replaceAll('{id}', 'x').replaceAll('/', '-').slice(1) || 'index'
}
