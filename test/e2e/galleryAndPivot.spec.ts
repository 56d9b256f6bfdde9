import type { Page } from '@playwright/test'
import { lookAtBoth, lookAtPage, settled, watchErrors } from './support/look.ts'
import { choose, field } from './support/screen.ts'
import { expect, newTable, test, type Stage } from './support/stage.ts'

const options = [
  { value: 'open', label: 'Open', color: '#d97706', active: true },
  { value: 'won', label: 'Won', color: '#16a34a', active: true },
]
const deals = Array.from({ length: 30 }, (_, at) => ({
  name: at === 4 ? 'A deal whose name is much longer than the card that it has to find its place on' : `Deal ${at}`,
  stage: at % 5 === 0 ? null : at % 2 === 0 ? 'open' : 'won',
  amount: `${at * 100}.50`,
  due: `2026-0${1 + (at % 6)}-10`,
}))
const attributes = [
  { name: 'Stage', uri: 'stage', type: 'select', options },
  { name: 'Amount', uri: 'amount', type: 'decimal', scale: 2, pretext: 'EUR' },
  { name: 'Due', uri: 'due', type: 'date' },
]

async function viewOf({ maker, place }: Stage, entityId: string, content: object): Promise<string> {
  const made = await maker.send('POST', `/api/metadata/view/v1/${place.id}/${entityId}`, content)
  if (made.status !== 201) throw new Error(`${made.status}: ${made.text}`)
  return made.json<{ id: string }>().id
}

const editor = (page: Page) => page.getByRole('complementary', { name: /^View/ })

test('records are seen as cards, summed up in a table and a chart, and found again behind each number', async ({
  page,
  stage,
}) => {
  test.setTimeout(180_000)
  const errors = watchErrors(page)
  const table = await newTable(stage, attributes, deals)
  const records = `/${stage.place.id}/entity/${table.id}`
  const view = await viewOf(stage, table.id, { name: 'By stage' })

  await test.step('a gallery is chosen in the editor', async () => {
    await page.goto(`${records}?view=${view}&edit=view`)
    await editor(page).getByRole('radio', { name: 'Gallery' }).check()
    await expect(page.getByRole('list', { name: /./ }).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Deal 0/ })).toBeVisible()
    await lookAtBoth(page, 'gallery-editor-1440')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Unsaved changes')).toBeHidden()
  })

  await test.step('arrow keys go from card to card, Enter opens one', async () => {
    await page.goto(`${records}?view=${view}`)
    await settled(page)
    await lookAtPage(page, 'gallery')
    const cards = page.locator('[data-at]')
    await cards.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('[data-at="1"]')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    await expect(page.locator('[data-at="29"]')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(page.locator('[data-at="0"]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/record=/)
    await expect(page.locator('[data-at][aria-current=true]')).toHaveCount(1)
    await lookAtBoth(page, 'gallery-opened-1440')
  })

  await test.step('the same records are summed up', async () => {
    await page.goto(`${records}?view=${view}&edit=view`)
    await editor(page).getByRole('radio', { name: 'Summary' }).check()
    await expect(page.getByRole('heading', { name: 'Records by Stage' })).toBeVisible()
    await choose(page, editor(page).getByRole('button', { name: / Columns$/ }), 'Due')
    await choose(page, field(editor(page), 'Period of the columns'), 'Quarter')
    await choose(page, field(editor(page), 'What the cells show'), 'Sum')
    await expect(page.getByRole('heading', { name: 'Sum of Amount (EUR) by Stage and Due' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Q2 2026' })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Sum of Amount/ })).toBeVisible()
    // All 30 amounts: 100 times 0 to 29, and half of one each.
    await expect(page.getByRole('button', { name: '43,515.00, Total: show the records' })).toBeVisible()
    await lookAtBoth(page, 'pivot-editor-1440')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Unsaved changes')).toBeHidden()
  })

  await test.step('as bars, a line and a pie, wide and on a phone', async () => {
    await page.goto(`${records}?view=${view}`)
    await expect(page.getByRole('img', { name: /^Sum of Amount/ })).toBeVisible()
    await lookAtPage(page, 'pivot')
    for (const chart of ['line', 'pie'] as const) {
      const { maker, place } = stage
      const measure = { function: 'count', attribute: null }
      const [stageField, due] = await fieldsOf(stage, table.id)
      const pivot = { rows: chart === 'pie' ? stageField : due, rowsby: 'month', columns: null, measure, chart }
      const other = await viewOf({ ...stage, maker, place }, table.id, { name: `As a ${chart}`, kind: 'pivot', pivot })
      await page.goto(`${records}?view=${other}`)
      await expect(page.getByRole('img', { name: /^Records by/ })).toBeVisible()
      await lookAtBoth(page, `pivot-${chart}-1440`)
    }
  })

  await test.step('a press on a number shows its records', async () => {
    await page.goto(`${records}?view=${view}`)
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click()
    await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: /, No value, Q1 2026: show the records$/ }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '3 records' })).toBeAttached()
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByRole('heading', { name: /^Sum of Amount/ })).toBeVisible()
  })
  expect(errors).toEqual([])
})

async function fieldsOf({ maker, place }: Stage, entityId: string): Promise<readonly (string | undefined)[]> {
  const answer = await maker.send('GET', `/api/metadata/attribute/v1/${place.id}/${entityId}`)
  const { value } = answer.json<{ value: { id: string; uri: string }[] }>()
  return ['stage', 'due'].map((uri) => value.find((each) => each.uri === uri)?.id)
}
