import type { Page } from '@playwright/test'
import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { choose, field } from './support/screen.ts'
import { expect, newTable, test } from './support/stage.ts'
import { expected, newEnvironment, type Maker } from '../support/maker.ts'

type Draft = { readonly name: string; readonly attributes: readonly (readonly [name: string, type: string])[] }

/** A small CRM: whom one sells to, with whom one talks, what is offered, sold and done. */
const tables: readonly Draft[] = [
  { name: 'Customer', attributes: [['City', 'Text']] },
  { name: 'Person', attributes: [['Mail', 'E-mail']] },
  { name: 'Product', attributes: [['Price', 'Decimal number']] },
  {
    name: 'Deal',
    attributes: [
      ['Worth', 'Decimal number'],
      ['Closes', 'Date'],
    ],
  },
  {
    name: 'Visit',
    attributes: [
      ['Begins', 'Date and time'],
      ['Length', 'Duration'],
    ],
  },
  { name: 'Ticket', attributes: [['Text', 'Text']] },
]

test('a small CRM is modelled by hand: tables, every kind of relationship, and views of several kinds', async ({
  page,
  stage,
}) => {
  test.slow()
  const errors = watchErrors(page)
  const { maker } = stage
  const place = await newEnvironment(maker, `crm${Date.now().toString(36)}`)
  const made = new Map<string, string>()
  const addressOf = (table: string) => `/${place.id}/entity/${made.get(table)}`

  await test.step('six tables with their first attributes', async () => {
    for (const draft of tables) {
      await page.goto(`/${place.id}/entity/create`)
      await makeTable(page, draft)
      made.set(draft.name, /entity\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '')
    }
    expect(new Set(made.values()).size).toBe(6)
  })

  await test.step('a choice with its options', async () => {
    await page.goto(`${addressOf('Deal')}/attribute?attribute=new`)
    await field(page, 'Name').first().fill('Stage')
    await choose(page, field(page, 'Type'), 'Choice')
    for (const [at, label] of ['Open', 'Won', 'Lost'].entries()) {
      await page.getByRole('button', { name: 'Add an option' }).click()
      await page.getByRole('textbox', { name: `Option ${at + 1}` }).fill(label)
    }
    await page.getByRole('button', { name: 'Add attribute' }).click()
    await expect(page.getByRole('button', { name: 'Stage', exact: true })).toBeVisible()
  })

  await test.step('many to one, one to many and many to many', async () => {
    await relate(page, addressOf('Person'), { name: 'Customer', type: 'Lookup', to: 'Customer', inverse: 'People' })
    await relate(page, addressOf('Deal'), { name: 'Products', type: 'Linked records', to: 'Product', inverse: 'Deals' })
    await page.goto(`${addressOf('Customer')}/attribute?attribute=new`)
    await field(page, 'Name').first().fill('Deals')
    await choose(page, field(page, 'Type'), 'Related records')
    await choose(page, field(page, 'Table of the records'), 'Deal')
    await field(page, 'Name of the lookup at “Deal”').fill('Customer')
    await page.getByRole('button', { name: 'Add attribute' }).click()
    await expect(page.getByRole('button', { name: 'Deals', exact: true })).toBeVisible()
    const answer = await maker.send('GET', `/api/metadata/relationship/v1/${place.id}`)
    const { value } = answer.json<{ value: { cardinality: string }[] }>()
    expect(value.map(({ cardinality }) => cardinality).toSorted()).toEqual(['N:1', 'N:1', 'N:N'])
    await page.goto(`/${place.id}/entity?view=diagram`)
    await lookAtPage(page, 'crm-diagram')
  })

  await test.step('two more views of each table, a board and a calendar among them', async () => {
    await fillDeals(maker, place.id)
    await newView(page, addressOf('Deal'), 'Pipeline', 'Board')
    await expect(page.getByRole('region', { name: /^Open:/ })).toBeVisible()
    await lookAtBoth(page, 'crm-board')
    await newView(page, addressOf('Deal'), 'Closing', 'Calendar')
    await expect(page.getByText('Bakery', { exact: false }).first()).toBeVisible()
    await newView(page, addressOf('Visit'), 'Agenda', 'Calendar')
    await newView(page, addressOf('Visit'), 'Cards', 'Gallery')
    await newView(page, addressOf('Customer'), 'Cards', 'Gallery')
    await newView(page, addressOf('Customer'), 'Sums', 'Summary')
    for (const { name } of tables.filter((each) => !['Customer', 'Deal', 'Visit'].includes(each.name))) {
      const views = `/api/metadata/view/v1/${place.id}/${made.get(name)}`
      for (const kind of ['gallery', 'grid']) await expected(201, maker.send('POST', views, { name: kind, kind }))
    }
    for (const { name } of tables) {
      const views = await maker.send('GET', `/api/metadata/view/v1/${place.id}/${made.get(name)}`)
      expect(views.json<{ value: unknown[] }>().value, name).toHaveLength(3)
    }
  })
  expect(errors).toEqual([])
})

test('the attributes of a table tell what uses them, and several are switched at once with one undo', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  const { maker, place } = stage
  const drafts = ['Weight', 'Colour', 'Origin'].map((name) => ({ name, uri: name.toLowerCase(), type: 'text' }))
  const price = { name: 'Price', uri: 'price', type: 'decimal' }
  const double = { name: 'Double', uri: 'double', type: 'formula', expression: 'price * 2' }
  const table = await newTable(stage, [price, ...drafts, double], [{ name: 'Chair', price: 4, weight: '7 kg' }])
  const attributes = `/api/metadata/attribute/v1/${place.id}/${table.id}`
  type Listed = { id: string; uri: string; required: boolean; auditable: boolean }
  const listed = async () => (await maker.send('GET', attributes)).json<{ value: Listed[] }>().value
  const priceId = (await listed()).find(({ uri }) => uri === 'price')?.id
  const view = { name: 'Dear ones', sort: [{ attribute: priceId, descending: true }] }
  await expected(201, maker.send('POST', `/api/metadata/view/v1/${place.id}/${table.id}`, view))

  await test.step('what uses an attribute stands beside it, with the way there', async () => {
    await page.goto(`/${place.id}/entity/${table.id}/attribute`)
    await page.getByRole('button', { name: '“Price” is used in 2 places: show' }).click()
    const uses = page.getByRole('dialog', { name: 'What uses “Price”' })
    await expect(uses.getByRole('link', { name: 'Dear ones' })).toBeVisible()
    await lookAtBoth(page, 'attribute-uses')
    await uses.getByRole('link', { name: 'Double' }).click()
    await expect(page.getByRole('complementary', { name: 'Double' })).toBeVisible()
    await page.goto(`/${place.id}/entity/${table.id}/attribute`)
  })

  await test.step('several at once: what it means before, then done, then taken back', async () => {
    for (const name of ['Weight', 'Colour', 'Double'])
      await page.getByRole('checkbox', { name: `Tick ${name}` }).check()
    await lookAtPage(page, 'attributes-ticked')
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 3 attributes' })
    await dialog.getByRole('radiogroup', { name: 'Required' }).getByRole('radio', { name: 'On' }).check({ force: true })
    await dialog
      .getByRole('radiogroup', { name: 'Auditable' })
      .getByRole('radio', { name: 'Off' })
      .check({ force: true })
    await expect(dialog.getByText('1 record has no value for “Colour”', { exact: false })).toBeVisible()
    await expect(dialog.getByText('2 attributes change', { exact: false })).toBeVisible()
    await lookAtPage(page, 'attributes-bulk')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByText('2 attributes changed.')).toBeVisible()
    const switched = async () =>
      (await listed()).filter((each) => each.required && !each.auditable).map(({ uri }) => uri)
    expect(await switched()).toEqual(['weight', 'colour'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(switched).toEqual([])
  })

  await test.step('the list of views tells how quickly each opens', async () => {
    await page.goto(`/${place.id}/entity/${table.id}/view`)
    await expect(page.getByRole('row', { name: /^Dear ones/ }).getByText('Fast')).toBeVisible()
    await lookAtPage(page, 'views-pace')
  })
  expect(errors).toEqual([])
})

async function makeTable(page: Page, { name, attributes }: Draft): Promise<void> {
  await field(page, 'Name').first().fill(name)
  for (const [at, [label, type]] of attributes.entries()) {
    await page.getByRole('button', { name: 'Add an attribute' }).click()
    await field(page.getByRole('listitem', { name: `Attribute ${at + 1}` }), 'Name').fill(label)
    if (type !== 'Text') await choose(page, page.getByRole('listitem', { name: label }).getByLabel('Type'), type)
  }
  await page.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByRole('link', { name: `New ${name}` }).first()).toBeVisible()
}

type Relation = { readonly name: string; readonly type: string; readonly to: string; readonly inverse: string }

async function relate(page: Page, address: string, { name, type, to, inverse }: Relation): Promise<void> {
  await page.goto(`${address}/attribute?attribute=new`)
  await field(page, 'Name').first().fill(name)
  await choose(page, field(page, 'Type'), type)
  await choose(page, field(page, 'Points to'), to)
  await page.getByLabel(/^Name at “/).fill(inverse)
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

/** Makes a view beside the one that is shown and says of which kind it is. */
async function newView(page: Page, address: string, name: string, kind: string): Promise<void> {
  await page.goto(address)
  const views = page.getByRole('button', { name: /: choose another$/ })
  await views.click()
  await page.getByRole('menuitem', { name: 'New view' }).click()
  await field(page.getByRole('dialog'), 'Name').fill(name)
  await page.getByRole('button', { name: 'Create view' }).click()
  await expect(page.getByRole('button', { name: `View “${name}”: choose another` })).toBeVisible()
  await page.getByRole('button', { name: `View “${name}”: choose another` }).click()
  await page.getByRole('menuitem', { name: 'Edit this view' }).click()
  await page.getByRole('radio', { name: kind }).check({ force: true })
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible()
}

async function fillDeals({ send }: Maker, envid: string): Promise<void> {
  const stages = ['Open', 'Won', 'Lost']
  for (const [at, name] of ['Bakery', 'Brewery', 'Dairy'].entries()) {
    const closes = `${new Date().toISOString().slice(0, 7)}-1${at}`
    const draft = { name, worth: 100 * (at + 1), closes, stage: stages[at] }
    const answer = await send('POST', `/api/odata/v1/${envid}/deals`, draft)
    expect(answer.status, answer.text).toBe(201)
  }
}
