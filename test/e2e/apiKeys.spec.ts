import type { Locator, Page } from '@playwright/test'
import { lookAtBoth, lookAtPage, settled, watchErrors } from './support/look.ts'
import { confirmed } from '../support/maker.ts'
import { choose, field } from './support/screen.ts'
import { expect, password, test } from './support/stage.ts'

const basic = (key: string) => `Basic ${Buffer.from(`anyone:${key}`).toString('base64')}`

/** Reads the list of an address as Excel would: with a key as the password of any user name, and nothing of the page. */
async function statusOf(address: string, key: string): Promise<number> {
  return (await fetch(address, { headers: { authorization: basic(key) } })).status
}

/** What a line with a copy button shows. */
function textOf(scope: Locator, label: string): Promise<string> {
  return scope.getByRole('group', { name: label }).locator('code').innerText()
}

/** A key outlives the session: the page asks once more who sits there. */
async function confirmMe(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await field(question, 'Password').fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toBeHidden()
}

async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await field(dialog, 'Name').fill(name)
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  const made = page.getByRole('region', { name: `Your new key: ${name}` })
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  // Stories share one session, which has answered within the last minutes when another one came before.
  await expect(made.or(question)).toBeVisible()
  if (await question.isVisible()) await confirmMe(page)
  return textOf(made, 'Key')
}

test('a key is made from the settings of a table, opens its records by Basic authentication, and is revoked', async ({
  page,
  context,
  stage,
}) => {
  const errors = watchErrors(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/${stage.place.id}/entity/${stage.tables.companies.id}/settings`)
  await page.getByRole('link', { name: 'Connect Excel, Power BI, scripts' }).click()
  await expect(page).toHaveURL(`/keys?envid=${stage.place.id}`)
  await expect(page.getByText('No keys yet.')).toBeVisible()
  await lookAtPage(page, 'keys-none')

  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect(field(dialog, 'Name')).toHaveAttribute('aria-invalid', 'true')
  await lookAtBoth(page, 'open-new-key')
  await expect(field(dialog, 'Environment')).toContainText(stage.place.uri)
  await expect(field(dialog, 'Lifetime')).toContainText('90 days')
  await choose(page, field(dialog, 'Lifetime'), '30 days')
  await field(dialog, 'Name').fill('Excel at the office')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
  await lookAtBoth(page, 'open-new-key-confirm')
  await confirmMe(page)

  const made = page.getByRole('region', { name: 'Your new key: Excel at the office' })
  await expect(made.getByRole('heading')).toBeFocused()
  const key = await textOf(made, 'Key')
  const address = await textOf(made, 'OData address')
  await lookAtPage(page, 'keys-made')
  for (const program of ['Power BI', 'Scripts']) {
    await made.getByRole('tab', { name: program }).click()
    await lookAtBoth(page, `keys-made-${program.replace(' ', '-')}`)
  }
  expect(await statusOf(address, key)).toBe(200)
  expect(await statusOf(`${address}${stage.tables.companies.uri}`, key)).toBe(200)

  await made.getByRole('button', { name: 'Done' }).click()
  const question = page.getByRole('alertdialog', { name: 'The key has not been copied' })
  await expect(question).toBeVisible()
  await lookAtBoth(page, 'keys-leave')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await made.getByRole('button', { name: 'Copy: Key' }).click()
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(key)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
  await page.reload()
  await expect(page.getByRole('row', { name: /Excel at the office/ })).toBeVisible()
  expect(await page.content()).not.toContain(key)
  await lookAtPage(page, 'keys-one')

  await page.getByRole('button', { name: 'Revoke: Excel at the office' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  expect(await statusOf(address, key)).toBe(401)
  // The browser tells of the refusal that asks once more who sits there.
  expect(errors.filter((error) => !error.includes('403'))).toEqual([])
})

test('who leaves the page before a key is copied is asked; the key goes, the list stays', async ({ page, stage }) => {
  await page.goto(`/keys?envid=${stage.place.id}`)
  await makeKey(page, 'Left behind')
  await page.getByRole('link', { name: stage.place.uri }).click()
  const question = page.getByRole('alertdialog', { name: 'The key has not been copied' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('region', { name: 'Your new key: Left behind' })).toBeVisible()
  await page.getByRole('link', { name: stage.place.uri }).click()
  await question.getByRole('button', { name: 'Go on without it' }).click()
  await expect(page).toHaveURL(`/${stage.place.id}`)
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Revoke: Left behind' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
})

test('keys are found in the menu of the person; many of them, wide and on a phone', async ({ page, stage }) => {
  const long = 'Wwwwwwwwwwwwwwwwwwwwwwww'
  const drafts = [
    { name: long, envid: stage.place.id, days: 3 },
    { name: 'Power BI', days: 365 },
    { name: 'Script', days: null },
  ]
  const ids: string[] = []
  await confirmed(stage.maker)
  for (const draft of drafts) {
    const made = await stage.maker.send('POST', '/api/user/v1/key', draft)
    expect(made.status, made.text).toBe(201)
    ids.push(made.json<{ id: string }>().id)
  }
  await page.goto(`/${stage.place.id}`)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'API keys' }).click()
  await expect(page).toHaveURL(`/keys?envid=${stage.place.id}`)
  await expect(page.getByRole('row', { name: new RegExp(long) })).toContainText('in 2 days')
  await settled(page)
  await lookAtPage(page, 'keys-many')
  for (const id of ids) await stage.maker.send('DELETE', `/api/user/v1/key/${id}`)
})
