import type { Page } from '@playwright/test'
import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { expect, newTable, recordsOf, test, type Stage } from './support/stage.ts'
import type { Named } from '../support/maker.ts'

const stage = {
  name: 'Stage',
  uri: 'stage',
  type: 'select',
  options: [
    { value: 'open', label: 'Open', color: '#2563eb', active: true },
    { value: 'won', label: 'Won', color: '#16a34a', active: true },
    { value: 'lost', label: 'Lost', color: '#dc2626', active: true },
    { value: 'old', label: 'Former', color: null, active: false },
  ],
}
const city = { name: 'City', uri: 'city', type: 'text' }

test('cards of a board are moved by mouse, keyboard and menu, and go back with undo', async ({ page, stage: on }) => {
  const errors = watchErrors(page)
  const rows = Array.from({ length: 30 }, (_, at) => ({ name: `Deal ${at + 1}`, city: 'Riga', stage: 'open' }))
  const table = await newTable(on, [stage, city], [...rows, { name: 'Deal 31' }])
  const view = await newView(on, table, { name: 'Pipeline', kind: 'board', board: { attribute: idOf(table, 'stage') } })
  await page.goto(`/${on.place.id}/entity/${table.id}?view=${view}`)
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}:`) })
  const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}(?! \\d)\\b`) })
  await expect(lane('Open')).toHaveAccessibleName('Open: 30 records')
  await expect(lane('Won')).toHaveAccessibleName('Won: 0 records')
  await expect(lane('No value')).toHaveAccessibleName('No value: 1 record')
  await expect(lane('Former')).toHaveCount(0)
  await lookAtPage(page, 'board')

  await lane('Open').getByRole('button', { name: 'Show 5 more' }).click()
  await expect(lane('Open').getByRole('listitem')).toHaveCount(30)

  const second = lane('Open').getByRole('listitem').nth(1)
  await second.scrollIntoViewIfNeeded()
  await drag(page, await middleOf(second), await middleOf(lane('Won')))
  await expect(lane('Won')).toHaveAccessibleName('Won: 1 record')
  await expect(lane('Open')).toHaveAccessibleName('Open: 29 records')
  await expect(page.getByText('is now in Won.')).toBeVisible()
  expect(await recordsOf(on, table, "$filter=stage eq 'won'")).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lane('Open')).toHaveAccessibleName('Open: 30 records')
  await expect.poll(() => recordsOf(on, table, "$filter=stage eq 'won'")).toHaveLength(0)

  await card('Deal 31').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Over No value.')).toBeAttached()
  await pressUntilOver(page, 'ArrowRight', { from: 'No value', to: 'Open' })
  await pressUntilOver(page, 'ArrowRight', { from: 'Open', to: 'Won' })
  await page.keyboard.press('Space')
  await expect(lane('Won')).toHaveAccessibleName('Won: 1 record')
  await expect(lane('Won').getByRole('button', { name: /^Deal 31/ })).toBeFocused()
  await expect.poll(() => recordsOf(on, table, "$filter=stage eq 'won' and name eq 'Deal 31'")).toHaveLength(1)

  await lane('Won').getByRole('button', { name: 'Move “Deal 31” to' }).click()
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  await expect(lane('Lost')).toHaveAccessibleName('Lost: 1 record')
  await page.keyboard.press('Control+z')
  await expect(lane('Lost')).toHaveAccessibleName('Lost: 0 records')
  await expect(lane('Won')).toHaveAccessibleName('Won: 1 record')
  await expect.poll(() => recordsOf(on, table, "$filter=stage eq 'won' and name eq 'Deal 31'")).toHaveLength(1)
  await page.keyboard.press('Control+Shift+z')
  await expect(lane('Lost')).toHaveAccessibleName('Lost: 1 record')

  await drag(page, await middleOf(lane('Open').getByRole('listitem').first()), await middleOf(lane('Won')))
  await expect(lane('Won')).toHaveAccessibleName('Won: 1 record')
  await page.keyboard.press('Control+z')
  await expect(lane('Won')).toHaveAccessibleName('Won: 0 records')
  await expect.poll(() => recordsOf(on, table, "$filter=stage eq 'won'")).toHaveLength(0)
  expect(errors).toEqual([])
})

test.describe('with a finger on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[R541] [R542] a card that is held goes to the lane beside it, and held on it shows its menu', async ({
    page,
    stage: on,
  }) => {
    const table = await newTable(
      on,
      [stage],
      [
        { name: 'Deal 1', stage: 'open' },
        { name: 'Deal 2', stage: 'open' },
      ],
    )
    const board = { attribute: idOf(table, 'stage'), lanes: ['open', 'won', 'lost'] }
    const view = await newView(on, table, { name: 'Pipeline', kind: 'board', board })
    await page.clock.install()
    await page.goto(`/${on.place.id}/entity/${table.id}?view=${view}`)
    const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}:`) })
    const first = lane('Open').getByRole('listitem').first()
    await bringToMiddle(first)
    const from = await middleOf(first)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y }] })

    // However slow this machine is, the card is held long enough to be taken, and not for its menu.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
    await touch('touchStart', from.x)
    await page.clock.runFor(500)
    await expect(page.locator('.cursor-grabbing')).toBeAttached()
    await touch('touchMove', from.x + 30)
    await page.clock.resume()
    // Near the edges the board scrolls, slowly where they begin; away from them, it stands still.
    await expect
      .poll(async () => {
        const middle = (await middleOf(lane('Won'))).x
        await touch('touchMove', middle < 90 ? 70 : middle > 300 ? 320 : middle)
        const isOver = (await page.getByText('Over Won.').count()) === 1
        return isOver && middle === (await middleOf(lane('Won'))).x
      }, patient)
      .toBe(true)
    await touch('touchEnd', 0)
    await expect.poll(() => recordsOf(on, table, "$filter=stage eq 'won'")).toHaveLength(1)
    await expect(lane('Won')).toHaveAccessibleName('Won: 1 record')

    await lane('Open').getByRole('button', { name: 'Move “Deal 2” to' }).click()
    await page.getByRole('menuitem', { name: 'Lost' }).click()
    await expect(lane('Lost')).toHaveAccessibleName('Lost: 1 record')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(lane('Open')).toHaveAccessibleName('Open: 1 record')

    const card = lane('Open').getByRole('listitem').first()
    await bringToMiddle(card)
    const second = await middleOf(card)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [second] })
    await expect(page.getByRole('menuitem', { name: 'Won' })).toBeVisible()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.getByRole('menuitem', { name: 'Won' }).tap()
    await expect(lane('Won')).toHaveAccessibleName('Won: 2 records')
    await expect(page).not.toHaveURL(/record=/)

    // A link that opens a record beside the list elsewhere.
    await page.goto(`/${on.place.id}/entity/${table.id}?view=${view}&record=${table.ids[0]}`)
    await expect(page.getByRole('heading', { name: 'Deal 1', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/entity/${table.id}/${table.ids[0]}$`))
  })
})

test('a record is moved on a calendar with its length, by mouse and keyboard, and back with undo', async ({
  page,
  stage: on,
}) => {
  const errors = watchErrors(page)
  const dates = [
    { name: 'Begins', uri: 'begins', type: 'date' },
    { name: 'Ends', uri: 'ends', type: 'date' },
  ]
  const today = new Date().toISOString().slice(0, 7)
  const rows = [
    { name: 'Fair', begins: `${today}-10`, ends: `${today}-12`, stage: 'won' },
    ...Array.from({ length: 6 }, (_, at) => ({ name: `Visit ${at + 1}`, begins: `${today}-17`, stage: 'open' })),
  ]
  const table = await newTable(on, [stage, ...dates], rows)
  const calendar = { start: idOf(table, 'begins'), end: idOf(table, 'ends') }
  const view = await newView(on, table, { name: 'Plan', kind: 'calendar', calendar })
  await page.goto(`/${on.place.id}/entity/${table.id}?view=${view}`)
  const fair = page.getByRole('button', { name: /^Fair/ }).first()
  const dayAt = (day: number) => page.locator(`[data-date="${today}-${String(day).padStart(2, '0')}"]`)
  const stored = async () => (await recordsOf(on, table, "$filter=name eq 'Fair'"))[0]
  await expect(fair).toBeVisible()
  await lookAtPage(page, 'calendar')

  await drag(page, await middleOf(fair), await middleOf(dayAt(18)))
  await expect(page.getByText(/“Fair” now begins on/)).toBeVisible()
  const days = (await stored()) as { begins: string; ends: string }
  expect(Date.parse(days.ends) - Date.parse(days.begins)).toBe(2 * 86_400_000)
  expect(days.begins).not.toBe(`${today}-10`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toMatchObject({ begins: `${today}-10`, ends: `${today}-12` })

  await fair.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Over .* 10, /)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/^Over .* 17, /)).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(stored).toMatchObject({ begins: `${today}-17`, ends: `${today}-19` })

  await page.getByRole('button', { name: /more records on/ }).click()
  await expect(page.getByRole('button', { name: /^Visit/ })).toHaveCount(6)
  await lookAtBoth(page, 'calendar-day')
  await page.getByRole('button', { name: 'Move “Visit 1”' }).click()
  await page.getByRole('menuitem', { name: 'One day later' }).click()
  await expect(page.getByRole('button', { name: /^Visit/ })).toHaveCount(5)
  await page.getByRole('radio', { name: 'Week' }).check()
  await expect(page.getByRole('button', { name: /^Visit 1/ })).toBeVisible()
  await lookAtBoth(page, 'calendar-week')

  await dayAt(18).click({ position: { x: 20, y: 200 } })
  await expect(page).toHaveURL(/\/create\?begins=/)
  expect(errors).toEqual([])
})

// A board that scrolls under a finger may scroll too far, and back.
const patient = { timeout: 60_000, intervals: [50] }

type Table = Named & { readonly attributes?: readonly { readonly id: string; readonly uri: string }[] }

function idOf(table: Table, uri: string): string {
  const found = table.attributes?.find((each) => each.uri === uri)
  if (!found) throw new Error(`No attribute ${uri}`)
  return found.id
}

async function newView({ maker, place }: Stage, table: Named, draft: object): Promise<string> {
  const made = await maker.send('POST', `/api/metadata/view/v1/${place.id}/${table.id}`, draft)
  expect(made.status, made.text).toBe(201)
  return made.json<{ id: string }>().id
}

type Point = { readonly x: number; readonly y: number }

async function middleOf(place: ReturnType<Page['locator']>): Promise<Point> {
  const box = await place.boundingBox()
  if (!box) throw new Error('Nothing is there to be pointed at')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) }
}

/** Scrolls a board on a phone until a card is in the middle; what is drawn anew meanwhile is looked for again. */
async function bringToMiddle(card: ReturnType<Page['locator']>): Promise<void> {
  await expect(async () => {
    await card.evaluate((node) => node.scrollIntoView({ inline: 'center', block: 'nearest' }), undefined, {
      timeout: 2000,
    })
    expect(Math.abs((await middleOf(card)).x - 195)).toBeLessThan(20)
  }).toPass({ timeout: 20_000 })
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y + 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

/** A key that comes while lanes are still being measured moves nothing: then it is pressed again, as people do. */
async function pressUntilOver(page: Page, key: string, { from, to }: { readonly from: string; readonly to: string }) {
  await expect(async () => {
    if ((await page.getByText(`Over ${from}.`).count()) > 0) await page.keyboard.press(key)
    await expect(page.getByText(`Over ${to}.`)).toBeAttached({ timeout: 4000 })
  }).toPass({ timeout: 20_000 })
}
