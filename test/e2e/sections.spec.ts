import { field } from './support/screen.ts'
import { expect, newTable, test } from './support/stage.ts'

test('[R490][R491] the page of formatted text loads its editor, and a sanitizer that takes out what could run', async ({
  page,
}) => {
  await page.goto('/test/squire')
  const editor = page.getByRole('textbox', { name: 'As it is written' })
  await editor.press('Control+a')
  await page.getByRole('button', { name: 'Bold' }).click()
  const html = page.locator('pre')
  await expect(html).toContainText('<b>Dear </b>')
  await editor.press('Control+a')
  await editor.evaluate(
    paste,
    '<p>Pasted <i>text</i><img src="/none.png" onerror="document.title = 1"><script>1</script></p>',
  )
  await expect(html).toHaveText(/Pasted.*<i>text<\/i>/)
  await expect(html).not.toContainText(/onerror|<img|<script/)
  await expect(editor.locator('img, script')).toHaveCount(0)
})

test('[R492] the playground loads the library of charts, which draws each kind', async ({ page }) => {
  await page.goto('/tailwind/test')
  const chart = page.getByRole('img', { name: /has the same numbers/ })
  const pictures: string[] = []
  for (const kind of ['Bars', 'Line', 'Pie']) {
    await page.getByRole('radio', { name: kind }).check()
    await expect.poll(() => chart.locator('canvas').evaluate(isDrawn)).toBe(true)
    pictures.push((await chart.screenshot()).toString('base64'))
  }
  expect(new Set(pictures).size).toBe(3)
})

test('[R089][R093] the sections of a table for its views and its security open, and work', async ({ page, stage }) => {
  const table = await newTable(stage, [{ name: 'City', uri: 'city', type: 'text' }], [])
  await page.goto(`/${stage.place.id}/entity/${table.id}/settings`)
  const sections = page.getByRole('navigation', { name: 'Sections of the table' })
  await sections.getByRole('link', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'New view' }).first().click()
  await field(page.getByRole('dialog'), 'Name').fill('Northern')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Create|Save)/ })
    .click()
  await expect(page).toHaveURL(/[?&]view=/)
  await page.goto(`/${stage.place.id}/entity/${table.id}/view`)
  await expect(page.getByRole('rowheader', { name: 'Northern' })).toBeVisible()
  await sections.getByRole('link', { name: 'Security' }).click()
  const read = page.getByRole('slider', { name: /: Read$/ }).last()
  await expect(read).toHaveAttribute('aria-valuetext', 'None')
  await read.press('ArrowRight')
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Check and save' })).toBeDisabled()
  await page.reload()
  await expect(read).toHaveAttribute('aria-valuetext', 'Own')
})

/** Pastes HTML as another program would; runs in the page. */
function paste(element: Element, html: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** Whether a canvas shows anything; runs in the page. */
function isDrawn(canvas: SVGElement | HTMLElement): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  return data.some((part) => part > 0)
}
