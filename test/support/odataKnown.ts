import { drawRows, type Row } from './odataRows.ts'

/** The rows that a shop is filled with, and some that many tests speak of. */
export const rows = drawRows()

export const ids = (list: readonly Record<string, unknown>[]) => list.map((row) => String(row['id']))
/** The key of no row. */
export const unknown = '00000000-0000-7000-8900-000000000001'
/** An invoice with a total, whose customer has a name and a country. */
export const withCustomer = rows.invoices.find((row) => {
  const customer = rows.customers.find(({ id }) => id === row['customer_id'])
  return customer && customer['country_id'] !== null && customer['name'] !== null && row['total'] !== null
}) as Row
export const customerOf = (row: Row) => rows.customers.find(({ id }) => id === row['customer_id']) as Row
export const without = rows.invoices.find((row) => row['customer_id'] === null) as Row
export const invoicesOf = (customer: Row) => rows.invoices.filter((row) => row['customer_id'] === customer['id'])
export const customer = customerOf(withCustomer)
export const country = rows.countries.find(({ id }) => id === customer['country_id']) as Row
/** The addresses of that invoice and of its customer. */
export const invoice = `invoices(${String(withCustomer['id'])})`
export const parent = `customers(${String(customer['id'])})`
