/** A column of the demo: the attribute's draft. `lookup` names the target table. */
export type DemoColumn = { readonly uri: string; readonly lookup?: string } & Readonly<Record<string, unknown>>
export type DemoTable = {
  readonly name: string
  readonly collectionname: string
  readonly uri: string
  readonly icon: string
  readonly color: string
  readonly description: string
  readonly attributes: readonly DemoColumn[]
}

const choice = (value: string, label: string, color: string) => ({ value, label, color, active: true })

/** A small trading company: customers, contacts, products, and every order. */
export const demoTables: readonly DemoTable[] = [
  {
    name: 'Company',
    collectionname: 'Companies',
    uri: 'companies',
    icon: 'building-2',
    color: '#2563eb',
    description: 'Customers and prospects.',
    attributes: [
      { uri: 'city', name: 'City', type: 'text', searchable: true },
      { uri: 'country', name: 'Country', type: 'text', maxlength: 60 },
      {
        uri: 'industry',
        name: 'Industry',
        type: 'select',
        options: [
          choice('logistics', 'Logistics', '#2563eb'),
          choice('food', 'Food', '#16a34a'),
          choice('energy', 'Energy', '#d97706'),
          choice('wood', 'Wood', '#92400e'),
          choice('optics', 'Optics', '#7c3aed'),
        ],
      },
      { uri: 'revenue', name: 'Revenue', type: 'decimal', precision: 15, scale: 2, pretext: 'EUR', min: '0' },
      { uri: 'employees', name: 'Employees', type: 'number', min: '0' },
      { uri: 'email', name: 'E-mail', type: 'email' },
      { uri: 'founded', name: 'Founded', type: 'date' },
    ],
  },
  {
    name: 'Contact',
    collectionname: 'Contacts',
    uri: 'contacts',
    icon: 'users',
    color: '#16a34a',
    description: 'People at the companies.',
    attributes: [
      { uri: 'company', name: 'Company', type: 'N:1', lookup: 'companies', required: true },
      { uri: 'position', name: 'Position', type: 'text' },
      { uri: 'email', name: 'E-mail', type: 'email', searchable: true },
      { uri: 'newsletter', name: 'Newsletter', type: 'boolean' },
      { uri: 'lastcontact', name: 'Last contact', type: 'datetime' },
    ],
  },
  {
    name: 'Product',
    collectionname: 'Products',
    uri: 'products',
    icon: 'package',
    color: '#7c3aed',
    description: 'What we offer.',
    attributes: [
      {
        uri: 'price',
        name: 'Price',
        type: 'decimal',
        precision: 12,
        scale: 2,
        pretext: 'EUR',
        min: '0',
        required: true,
      },
      { uri: 'stock', name: 'In stock', type: 'number' },
      { uri: 'details', name: 'Details', type: 'textarea' },
    ],
  },
  {
    name: 'Order',
    collectionname: 'Orders',
    uri: 'orders',
    icon: 'shopping-cart',
    color: '#d97706',
    description: 'Every order since 2020.',
    attributes: [
      { uri: 'company', name: 'Company', type: 'N:1', lookup: 'companies', required: true },
      { uri: 'product', name: 'Product', type: 'N:1', lookup: 'products', required: true },
      { uri: 'quantity', name: 'Quantity', type: 'number', min: '1', required: true },
      { uri: 'total', name: 'Total', type: 'decimal', precision: 15, scale: 2, pretext: 'EUR' },
      { uri: 'ordered', name: 'Ordered', type: 'date', required: true },
      {
        uri: 'state',
        name: 'State',
        type: 'select',
        options: [
          choice('new', 'New', '#2563eb'),
          choice('packed', 'Packed', '#d97706'),
          choice('shipped', 'Shipped', '#16a34a'),
          choice('cancelled', 'Cancelled', '#6b7280'),
        ],
      },
      { uri: 'paid', name: 'Paid', type: 'boolean' },
    ],
  },
]
