import { newEntity, type Maker, type Named, type Place } from '../../support/maker.ts'

/** Tables with records of every type, as the screens show them. */
export type Playground = {
  readonly companies: Named
  readonly contacts: Named
  readonly companyId: string
  readonly contactId: string
}

const cities = ['Rīga', 'Madrid', 'Oslo', 'Porto', 'Kraków', 'Ghent', 'Tartu', 'Lyon']
const names = ['Amber Foods', 'Baltic Timber', 'Cobalt Optics', 'Delta Freight', 'Ember Energy', 'Fjord Marine']
const people = ['Ilze Kalniņa', 'José Álvarez', 'Ingrid Sørensen', 'Ana Ferreira', 'Jan Nowak', 'Lotte Peeters']
const industries = ['logistics', 'food', 'energy']
const companyCount = 60
const contactCount = 12

/** Makes two linked tables and fills them through the API. */
export async function fillPlayground(maker: Maker, place: Place): Promise<Playground> {
  const companies = await newEntity(maker, place, 'companies', companyAttributes)
  await maker.send('PATCH', `/api/metadata/entity/v1/${place.id}/${companies.id}`, {
    name: 'Company',
    collectionname: 'Companies',
    description: 'Customers and those who may become some.',
    icon: 'building-2',
    color: '#0f766e',
  })
  const contacts = await newEntity(maker, place, 'contacts', [
    { name: 'Company', uri: 'company', type: 'N:1', related_entity: companies.id },
    { name: 'Position', uri: 'position', type: 'text' },
    { name: 'Newsletter', uri: 'newsletter', type: 'boolean' },
    { name: 'Last contact', uri: 'lastcontact', type: 'datetime' },
  ])
  await maker.send('PATCH', `/api/metadata/entity/v1/${place.id}/${contacts.id}`, {
    name: 'Contact',
    collectionname: 'Contacts',
  })
  const companyIds = await fill(maker, place, companies, companyCount, companyRow)
  const contactIds = await fill(maker, place, contacts, contactCount, (at) => contactRow(at, companyIds))
  const [companyId, contactId] = [companyIds[0], contactIds[0]]
  if (!companyId || !contactId) throw new Error('The playground is empty.')
  return { companies, contacts, companyId, contactId }
}

async function fill(maker: Maker, place: Place, table: Named, count: number, rowOf: (at: number) => object) {
  const send = async (at: number) => {
    const made = await maker.send('POST', `/api/odata/v1/${place.id}/${table.uri}`, rowOf(at))
    if (made.status !== 201) throw new Error(`${made.status}: ${made.text}`)
    return made.json<{ id: string }>().id
  }
  const first = await send(0)
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, (_, at) => send(at + 1))))]
}

const companyAttributes = [
  { name: 'City', uri: 'city', type: 'text', searchable: true },
  {
    name: 'Industry',
    uri: 'industry',
    type: 'select',
    options: [
      { value: 'logistics', label: 'Logistics', color: '#2563eb', active: true },
      { value: 'food', label: 'Food', color: '#16a34a', active: true },
      { value: 'energy', label: 'Energy', color: '#d97706', active: true },
    ],
  },
  { name: 'Revenue', uri: 'revenue', type: 'decimal', precision: 15, scale: 2, pretext: 'EUR', min: '0' },
  { name: 'Employees', uri: 'employees', type: 'number', min: '0' },
  { name: 'E-mail', uri: 'email', type: 'email' },
  { name: 'Founded', uri: 'founded', type: 'date' },
  { name: 'Customer', uri: 'customer', type: 'boolean' },
  { name: 'Notes', uri: 'notes', type: 'textarea' },
]

function companyRow(at: number) {
  const name = names[at % names.length] ?? ''
  return {
    name: at < names.length ? name : `${name} ${1 + Math.floor(at / names.length)}`,
    city: cities[(at * 5) % cities.length],
    industry: industries[at % industries.length],
    revenue: `${(at * 7_919_003) % 90_000_000}.50`,
    employees: (at * 37) % 900,
    email: `office${at}@example.org`,
    founded: `19${50 + (at % 50)}-0${1 + (at % 9)}-1${at % 9}`,
    customer: at % 3 !== 0,
    notes: at % 4 === 0 ? `Called twice.\nWants an offer for the next ${at + 1} months.` : null,
  }
}

function contactRow(at: number, companyIds: readonly string[]) {
  return {
    name: `${people[at % people.length]}${at < people.length ? '' : ' jr.'}`,
    company_id: companyIds[at % companyIds.length],
    position: at % 2 === 0 ? 'Buyer' : 'Head of sales',
    newsletter: at % 2 === 0,
    lastcontact: `2026-0${1 + (at % 9)}-14T09:${10 + at}:00Z`,
  }
}
