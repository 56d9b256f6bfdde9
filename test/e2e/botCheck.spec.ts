import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { watchErrors } from './support/look.ts'
import { newMaker, sendTo } from '../support/maker.ts'
import { startServer } from '../support/serverProcess.ts'

test('[R489] [R521] a sign-up proves that nobody sends it by the thousand: the browser works, its person does nothing; a demo host asks for no proof', async ({
  page,
  baseURL,
}) => {
  // The server of the stories is a demo host: calls by programs make an account there.
  expect((await newMaker(sendTo(baseURL ?? ''), 'no.proof@example.org')).token).not.toBe('')
  const errors = watchErrors(page)
  const folder = await mkdtemp(join(tmpdir(), 'lintel-bots-'))
  const server = await startServer({ dataFolder: join(folder, 'data'), env: { DEMO_HOST: 'off' } })
  try {
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/signup')) answers.push(response.status())
    })
    await page.goto(`http://localhost:${server.port}/auth/signup`)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByLabel('First name').fill('Ilze')
    await page.getByLabel('E-mail').fill('ilze@example.org')
    await page.getByLabel(/^Password/).fill('Orchard7')
    await page.getByLabel(/^Repeat password/).fill('Orchard7')
    await page.getByText('I agree to the Terms').click()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('heading', { name: 'Verify your e-mail' })).toBeVisible()
    expect(answers.filter((status) => status >= 200)).toEqual([200, 428, 202])
    expect(errors.filter((error) => !error.includes('428'))).toEqual([])
  } finally {
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})
