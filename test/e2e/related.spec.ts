import type { Page } from '@playwright/test'
import { expected, newEntity, type Named } from '../support/maker.ts'
import { lookAtBoth, lookAtPage, watchErrors } from './support/look.ts'
import { choose, field } from './support/screen.ts'
import { expect, newRecord, newTable, recordsOf, test, uniqueName, type Stage } from './support/stage.ts'

type Shop = {
  readonly customers: Named
  readonly orders: Named
  readonly acme: string
}

/** Customers with orders that keep them (1:N) and products that they like (N:N). */
async function openShop(stage: Stage): Promise<Shop> {
  const { maker, place } = stage
  const products = await newTable(stage, [], [{ name: 'Anvil' }, { name: 'Bolt' }])
  const customers = await newEntity(maker, place, uniqueName('c'), [])
  const orders = await newEntity(maker, place, uniqueName('o'), [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Due', uri: 'due', type: 'date' },
  ])
  await maker.send('PATCH', `/api/metadata/entity/v1/${place.id}/${orders.id}`, {
    name: 'Order',
    collectionname: 'Orders',
  })
  const relate = (draft: object) =>
    expected(201, maker.send('POST', `/api/metadata/relationship/v1/${place.id}`, draft))
  await relate({
    from_entity: orders.id,
    to_entity: customers.id,
    cardinality: 'N:1',
    on_delete: 'restrict',
    attribute: { name: 'Customer', uri: 'customer' },
    inverse: { name: 'Purchases', uri: 'purchases' },
  })
  await relate({
    from_entity: customers.id,
    to_entity: products.id,
    cardinality: 'N:N',
    attribute: { name: 'Favourites', uri: 'favourites' },
  })
  const acme = await newRecord(stage, customers, { name: 'Acme' })
  for (let at = 1; at <= 12; at++)
    await newRecord(stage, orders, { name: `Order ${at}`, total: at, due: '2026-03-01', customer_id: acme })
  return { customers, orders, acme }
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('[R172] what belongs to a record: shown, made, linked, unlinked and taken back, and it keeps the record', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  const { customers, orders, acme } = await openShop(stage)
  const address = `/${stage.place.id}/entity/${customers.id}/${acme}`
  const asked: string[] = []
  page.on('request', (request) => {
    if (/purchases|favourites/.test(request.url())) asked.push(request.url())
  })

  await test.step('nothing is read before the tab is opened, and then a collection is one request', async () => {
    await page.goto(address)
    await expect(field(page, 'Name')).toHaveValue('Acme')
    expect(asked).toEqual([])
    await page.getByRole('link', { name: 'Related' }).click()
    await expect(section(page, 'Purchases').getByRole('row')).toHaveCount(11)
    await expect(section(page, 'Purchases').getByRole('heading')).toHaveText('Purchases12')
    await expect(section(page, 'Favourites').getByText('Nothing is linked yet.')).toBeVisible()
    expect(asked).toHaveLength(2)
    await section(page, 'Purchases').getByRole('button', { name: 'Load more' }).click()
    await expect(section(page, 'Purchases').getByRole('row')).toHaveCount(13)
  })

  await test.step('a new one has its lookup filled in, and leads back', async () => {
    await section(page, 'Purchases').getByRole('link', { name: 'New Order' }).click()
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Acme')
    await field(page, 'Name').fill('Order 13')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(section(page, 'Purchases').getByRole('heading')).toHaveText('Purchases13')
    expect(await recordsOf(stage, orders, "$filter=name eq 'Order 13'")).toMatchObject([{ customer_id: acme }])
  })

  await test.step('a record is linked, and the link is taken back', async () => {
    const favourites = section(page, 'Favourites')
    await favourites.getByRole('button', { name: 'Link a record: Favourites' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('anv')
    await page.getByRole('option', { name: 'Anvil' }).click()
    await lookAtBoth(page, 'related-link')
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(favourites.getByRole('link', { name: 'Anvil' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(favourites.getByText('Nothing is linked yet.')).toBeVisible()
  })

  await test.step('so is a link that was taken away', async () => {
    const favourites = section(page, 'Favourites')
    await favourites.getByRole('button', { name: 'Link a record: Favourites' }).click()
    await choose(page, page.getByRole('dialog').getByRole('combobox'), 'Bolt')
    await page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click()
    await favourites.getByRole('button', { name: 'Unlink “Bolt”' }).click()
    await expect(favourites.getByText('Nothing is linked yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(favourites.getByRole('link', { name: 'Bolt' })).toBeVisible()
    // Nothing is pointed at, so that no tooltip stands over the page.
    await page.mouse.move(0, 0)
    await favourites.getByRole('heading').click()
    await lookAtPage(page, 'related')
  })

  await test.step('who is pointed to is not deleted, and those who do can be shown', async () => {
    await page.getByRole('link', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('“Acme” cannot be deleted')
    await expect(question).toContainText('in use by 13 other records: Orders (13)')
    await lookAtBoth(page, 'related-held')
    await question.getByRole('button', { name: 'Show them' }).click()
    await expect(page).toHaveURL(new RegExp(`/entity/${orders.id}`))
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '14')
  })
  expect(errors).toEqual([])
})

test('what goes along with a record is told before it is deleted', async ({ page, stage }) => {
  const { maker, place } = stage
  const customers = await newTable(stage, [], [{ name: 'Acme' }])
  const orders = await newEntity(maker, place, uniqueName('o'), [])
  await expected(
    201,
    maker.send('POST', `/api/metadata/relationship/v1/${place.id}`, {
      from_entity: orders.id,
      to_entity: customers.id,
      cardinality: 'N:1',
      on_delete: 'cascade',
      attribute: { name: 'Customer', uri: 'customer' },
    }),
  )
  const [acme = ''] = customers.ids
  await newRecord(stage, orders, { name: 'First', customer_id: acme })
  await newRecord(stage, orders, { name: 'Second', customer_id: acme })
  await page.goto(`/${place.id}/entity/${customers.id}/${acme}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`With it go 2 other records: ${orders.uri} (2).`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`/entity/${customers.id}$`))
  expect(await recordsOf(stage, orders)).toEqual([])
})

test('[R172] every kind of relationship is modelled on the page of attributes, with both ends at once', async ({
  page,
  stage,
}) => {
  const errors = watchErrors(page)
  const { maker, place } = stage
  const customers = await newTable(stage, [], [])
  const others = await newTable(stage, [], [])
  const attributes = `/${place.id}/entity/${customers.id}/attribute`
  const begin = async (name: string, type: string) => {
    await page.goto(`${attributes}?attribute=new`)
    await field(page, 'Name').first().fill(name)
    await choose(page, field(page, 'Type'), type)
  }
  const relationships = async () => {
    const answer = await maker.send('GET', `/api/metadata/relationship/v1/${place.id}`)
    const { value } = answer.json<{ value: Record<string, unknown>[] }>()
    return value.filter(({ from_entity, to_entity }) => [from_entity, to_entity].includes(customers.id))
  }

  await test.step('1:N makes the lookup of the other table, also on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await begin('Orders', 'Related records')
    await choose(page, field(page, 'Table of the records'), others.uri)
    await page.getByRole('button', { name: 'Add attribute' }).click()
    await expect(page.getByText('Please use 3 to 24 characters.').first()).toBeVisible()
    await field(page, `Name of the lookup at “${others.uri}”`).fill('Customer')
    await choose(page, page.getByLabel(/^When a record of/), `${others.uri} that point to it are deleted too`)
    await lookAtPage(page, 'related-one-to-many')
    await page.getByRole('button', { name: 'Add attribute' }).click()
    await expect(page.getByText('Undo')).toBeVisible()
    expect(await relationships()).toMatchObject([{ cardinality: 'N:1', to_entity: customers.id, on_delete: 'cascade' }])
  })

  await test.step('N:1 and N:N name their other end', async () => {
    for (const [name, type] of [
      ['Parent', 'Lookup'],
      ['Friends', 'Linked records'],
    ] as const) {
      await begin(name, type)
      await choose(page, field(page, 'Points to'), others.uri)
      await field(page, `Name at “${others.uri}”`).fill(`${name} of`)
      await page.getByRole('button', { name: 'Add attribute' }).click()
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    }
    expect(await relationships()).toHaveLength(3)
    expect((await relationships()).filter(({ inverse_attribute }) => inverse_attribute === null)).toEqual([])
  })
  expect(errors).toEqual([])
})

test('[R175] the view that a maker names for a lookup says what its form offers', async ({ page, stage }) => {
  const errors = watchErrors(page)
  const { maker, place } = stage
  const metadata = (path: string, id: string) => `/api/metadata/${path}/v1/${place.id}/${id}`
  const products = await newTable(
    stage,
    [{ name: 'Stock', uri: 'stock', type: 'number' }],
    [
      { name: 'Anvil', stock: '2' },
      { name: 'Bolt', stock: '0' },
    ],
  )
  const attributesOf = async ({ id }: Named) =>
    (await expected(200, maker.send('GET', metadata('entity', id)))).json<{ attributes: Named[] }>().attributes
  const [stock] = await attributesOf(products)
  const of = [{ kind: 'condition', attribute: stock?.id, operator: 'gt', values: ['0'] }]
  const view = { name: 'In stock', filter: { kind: 'and', of } }
  await expected(201, maker.send('POST', metadata('view', products.id), view))
  const sales = await newEntity(maker, place, uniqueName('s'), [
    { name: 'Product', uri: 'product', type: 'N:1', related_entity: products.id },
  ])
  const [product] = await attributesOf(sales)
  await page.goto(`/${place.id}/entity/${sales.id}/attribute?attribute=${product?.id}`)
  const panel = page.getByRole('complementary', { name: 'Product' })
  await choose(page, field(panel, 'View of the candidates'), 'In stock')
  await lookAtPage(page, 'candidates-view')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('was saved').first()).toBeVisible()
  await page.goto(`/${place.id}/entity/${sales.id}/create`)
  await page.getByRole('combobox', { name: 'Product' }).click()
  await expect(page.getByRole('option', { name: 'Anvil' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Bolt' })).toHaveCount(0)
  expect(errors).toEqual([])
})
