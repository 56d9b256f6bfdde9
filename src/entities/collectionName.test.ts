import { expect, test } from 'vitest'
import { proposeCollectionName } from '#entities/collectionName.ts'

test.each([
  ['Invoice', 'Invoices'],
  ['Company', 'Companies'],
  ['Address', 'Addresses'],
  ['Bus', 'Buses'],
  ['News', 'News'],
  ['Day', 'Days'],
  ['', ''],
])('the records of an English “%s” are called “%s”', (name, collection) => {
  expect(proposeCollectionName(name, 'en')).toBe(collection)
})

test.each([
  ['Factura', 'Facturas'],
  ['Voz', 'Voces'],
  ['Reunión', 'Reuniones'],
  ['Proveedor', 'Proveedores'],
  ['Orden de compra', 'Orden de compra'],
])('the records of a Spanish “%s” are called “%s”', (name, collection) => {
  expect(proposeCollectionName(name, 'es')).toBe(collection)
})

test('languages without a regular plural keep the name, and so does a name that would grow too long', () => {
  expect(proposeCollectionName('Rēķins', 'lv')).toBe('Rēķins')
  expect(proposeCollectionName('Abcdefghijklmnopqrstuvwx', 'en')).toBe('Abcdefghijklmnopqrstuvwx')
})
