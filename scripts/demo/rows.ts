const adjectives = [
  'Baltic',
  'Amber',
  'Daugava',
  'Nord',
  'Lumen',
  'Sever',
  'Casa',
  'Rīgas',
  'Vidzemes',
  'Sierra',
  'Blue',
  'Old Town',
]
const nouns = [
  'Freight',
  'Foods',
  'Energy',
  'Koks',
  'Optics',
  'Labs',
  'Verde',
  'Steel',
  'Trading',
  'Partners',
  'Works',
  'Logistics',
]
const places = [
  ['Rīga', 'Latvia'],
  ['Madrid', 'Spain'],
  ['London', 'United Kingdom'],
  ['Tallinn', 'Estonia'],
  ['Vilnius', 'Lithuania'],
  ['Sevilla', 'Spain'],
  ['Liepāja', 'Latvia'],
  ['Kraków', 'Poland'],
] as const
const industries = ['logistics', 'food', 'energy', 'wood', 'optics']
const firstnames = [
  'Līga',
  'Ana',
  'Ivan',
  'John',
  'Jānis',
  'María',
  'Olga',
  'Ilze',
  'Pedro',
  'Anna',
  'Mārtiņš',
  'Elena',
  'Thomas',
  'Zane',
]
const lastnames = [
  'Kalniņa',
  'Torres',
  'Petrov',
  'Reed',
  'Bērziņš',
  'García',
  'Ivanova',
  'Ozola',
  'Smith',
  'Liepa',
  'Navarro',
  'Krūmiņš',
]
const positions = [
  'Buyer',
  'Managing director',
  'Accountant',
  'Warehouse manager',
  'Sales assistant',
  'Head of purchasing',
]
const goods = [
  'Pallet',
  'Lens',
  'Oak board',
  'Cable',
  'Pump',
  'Cheese',
  'Rye bread',
  'Solar panel',
  'Container',
  'Filter',
]
const states = ['new', 'packed', 'shipped', 'shipped', 'shipped', 'cancelled']

export const sizes = { companies: 5_000, contacts: 20_000, products: 200, orders: 100_000 } as const

export const companyName = (n: number) => `${pick(adjectives, n * 7)} ${pick(nouns, Math.floor(n / 12))} ${n + 1}`
export const productName = (n: number) =>
  `${pick(goods, n)} ${String.fromCodePoint(65 + (n % 26))}${Math.floor(n / 10) + 1}`

/** The rows of each table as CSV with a header; the same on every run. Lookups are named by name. */
export const demoRows: Readonly<Record<keyof typeof sizes, () => string>> = {
  companies: () =>
    csv('name,city,country,industry,revenue,employees,email,founded', sizes.companies, (n, chance) => {
      const [city, country] = pick(places, chance(places.length))
      const founded = `${1950 + chance(74)}-${two(1 + chance(12))}-${two(1 + chance(28))}`
      const revenue = `${chance(9_000_000)}.${two(chance(100))}`
      return [
        companyName(n),
        city,
        country,
        pick(industries, chance(5)),
        revenue,
        chance(900),
        `info${n + 1}@example.com`,
        founded,
      ]
    }),
  contacts: () =>
    csv('name,company,position,email,newsletter,lastcontact', sizes.contacts, (n, chance) => [
      `${pick(firstnames, chance(99))} ${pick(lastnames, chance(99))}`,
      companyName(chance(sizes.companies)),
      pick(positions, chance(99)),
      `person${n + 1}@example.com`,
      chance(3) === 0 ? 'true' : 'false',
      `2026-${two(1 + chance(10))}-${two(1 + chance(28))}T${two(8 + chance(9))}:${two(chance(60))}:00Z`,
    ]),
  products: () =>
    csv('name,price,stock,details', sizes.products, (n, chance) => [
      productName(n),
      `${1 + chance(900)}.${two(chance(100))}`,
      chance(5000),
      `${productName(n)}: delivered within ${2 + chance(9)} days.`,
    ]),
  orders: () =>
    csv('name,company,product,quantity,total,ordered,state,paid', sizes.orders, (n, chance) => {
      const quantity = 1 + chance(40)
      return [
        `O-${String(n + 1).padStart(6, '0')}`,
        companyName(chance(sizes.companies)),
        productName(chance(sizes.products)),
        quantity,
        `${quantity * (3 + chance(400))}.${two(chance(100))}`,
        `${2020 + chance(6)}-${two(1 + chance(12))}-${two(1 + chance(28))}`,
        pick(states, chance(states.length)),
        chance(4) === 0 ? 'false' : 'true',
      ]
    }),
}

type Chance = (below: number) => number

function csv(header: string, count: number, row: (n: number, chance: Chance) => readonly (string | number)[]): string {
  let seed = 20_25_04
  // A linear congruential generator (Numerical Recipes): the demo is the same everywhere.
  const chance: Chance = (below) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const lines = [header]
  for (let n = 0; n < count; n++) lines.push(row(n, chance).join(','))
  return `${lines.join('\n')}\n`
}

function pick<Thing>(things: readonly Thing[], index: number): Thing {
  const thing = things[index % things.length]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
