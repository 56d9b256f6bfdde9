import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openThings, type Things } from '../support/things.ts'

// The bounds of each name and description by their literal numbers, when something is made and when it is changed.
let things: Things
beforeAll(async () => void (things = await openThings('bounds')))
afterAll(() => things.lintel.close())

type Bound = {
  readonly title: string
  readonly member: string
  /** The shortest and the longest text that is taken. */
  readonly least: number
  readonly most: number
  /** Where one is made, with what else it needs; without, it is only changed. */
  readonly create?: () => string
  readonly draft?: (number: number) => object
  /** Where it is changed; without, it stays as it was made. */
  readonly change: ((ids: Record<string, string>) => string) | undefined
}

let made = 0
const word = (length: number) => {
  const own = `${String.fromCharCode(97 + (made % 26))}${String.fromCharCode(97 + (Math.floor(made++ / 26) % 26))}`
  return own.padEnd(length, 'q').slice(0, length)
}
const uri = (number: number) => `bound${number}`
const entity = (number: number) => ({ name: uri(number), collectionname: uri(number), uri: uri(number) })
const attribute = (number: number) => ({ name: uri(number), uri: uri(number), type: 'text' })
const metadata = (rest: string) => `/api/metadata/${rest}`
const security = (rest: string) => `/api/security/v1/${things.home.id}/${rest}`
const definitions = {
  entity: {
    create: () => metadata(`entity/v1/${things.home.id}`),
    draft: entity,
    change: () => metadata(`entity/v1/${things.home.id}/${things.entity.id}`),
  },
  attribute: {
    create: () => metadata(`attribute/v1/${things.home.id}/${things.entity.id}`),
    draft: attribute,
    change: (ids: Record<string, string>) =>
      metadata(`attribute/v1/${things.home.id}/${things.entity.id}/${ids['attribute']}`),
  },
  view: {
    create: () => metadata(`view/v1/${things.home.id}/${things.entity.id}`),
    draft: (number: number) => ({ name: uri(number) }),
    change: (ids: Record<string, string>) => metadata(`view/v1/${things.home.id}/${things.entity.id}/${ids['view']}`),
  },
  relationship: {
    create: () => metadata(`relationship/v1/${things.home.id}`),
    draft: (number: number) => ({
      from_entity: things.entity.id,
      to_entity: things.entity.id,
      cardinality: 'N:1',
      attribute: { name: uri(number), uri: `link${number}` },
    }),
    change: () => metadata(`relationship/v1/${things.home.id}/${ids['relationship']}`),
  },
  variable: {
    create: () => `/api/variable/v1/${things.home.id}`,
    draft: (number: number) => ({ key: uri(number), type: 'text' }),
    change: () => `/api/variable/v1/${things.home.id}/${ids['variable']}`,
  },
  role: {
    create: () => security('role'),
    draft: (number: number) => ({ name: uri(number) }),
    change: () => security(`role/${ids['role']}`),
  },
  team: {
    create: () => security('team'),
    draft: (number: number) => ({ name: uri(number), kind: 'owner' }),
    change: () => security(`team/${ids['team']}`),
  },
  unit: {
    create: () => security('unit'),
    draft: (number: number) => ({ name: uri(number), parent_id: ids['root'] }),
    change: () => security(`unit/${ids['unit']}`),
  },
  environment: {
    create: () => '/api/env/v1',
    draft: (number: number) => ({ name: uri(number), uri: uri(number), region: 'eu' }),
    change: () => `/api/env/v1/${things.home.id}`,
  },
  person: {
    create: () => '/api/auth/security/v1/signup',
    draft: (number: number) => ({
      firstname: 'Ilze',
      email: `${uri(number)}@example.org`,
      password: 'Otter7Bay',
      repeatpassword: 'Otter7Bay',
      terms: true,
    }),
    change: () => '/api/user/v1/me',
  },
}

const bounds: readonly Bound[] = [
  { title: '[R338] name of an entity', member: 'name', least: 3, most: 24, ...definitions.entity },
  { title: '[R363] collection name of an entity', member: 'collectionname', least: 3, most: 24, ...definitions.entity },
  { title: '[R345] description of an entity', member: 'description', least: 3, most: 255, ...definitions.entity },
  { title: '[R337] name of an attribute', member: 'name', least: 3, most: 24, ...definitions.attribute },
  { title: '[R344] description of an attribute', member: 'description', least: 3, most: 255, ...definitions.attribute },
  { title: '[R361] pretext of an attribute', member: 'pretext', least: 1, most: 49, ...definitions.attribute },
  { title: '[R362] undertext of an attribute', member: 'undertext', least: 1, most: 49, ...definitions.attribute },
  { title: '[R339] name of a view', member: 'name', least: 3, most: 24, ...definitions.view },
  { title: '[R346] description of a view', member: 'description', least: 3, most: 255, ...definitions.view },
  { title: 'name of a relationship', member: 'name', least: 3, most: 24, ...definitions.relationship },
  { title: 'description of a variable', member: 'description', least: 3, most: 255, ...definitions.variable },
  { title: 'name of a role', member: 'name', least: 2, most: 64, ...definitions.role },
  { title: 'description of a role', member: 'description', least: 3, most: 255, ...definitions.role },
  { title: 'name of a team', member: 'name', least: 2, most: 64, ...definitions.team },
  { title: 'name of a unit', member: 'name', least: 2, most: 64, ...definitions.unit },
  { title: '[R341] name of an environment', member: 'name', least: 3, most: 24, ...definitions.environment },
  { title: 'key of a variable', member: 'key', least: 2, most: 40, ...definitions.variable, change: undefined },
  {
    title: '[R348] description of an environment',
    member: 'description',
    least: 3,
    most: 255,
    ...definitions.environment,
  },
  { title: '[R369] first name of a person', member: 'firstname', least: 1, most: 64, ...definitions.person },
  { title: '[R370] last name of a person', member: 'lastname', least: 1, most: 64, ...definitions.person },
]

const ids: Record<string, string> = {}
beforeAll(async () => {
  const units = await things.maker.send('GET', security('unit'))
  ids['root'] = units.json<{ value: { id: string }[] }>().value[0]?.id ?? ''
  for (const kind of ['attribute', 'view', 'relationship', 'variable', 'role', 'team', 'unit'] as const) {
    const answer = await things.maker.send('POST', definitions[kind].create(), definitions[kind].draft(1000))
    ids[kind] = answer.json<{ id: string }>().id
  }
})

describe.each(bounds)('$title: $least to $most characters', ({ member, least, most, create, draft, change }) => {
  const lengths = [least - 1, least, most, most + 1].filter((length) => length > 0)
  const expected = lengths.map((length) => [length, length >= least && length <= most ? 'taken' : 'refused at it'])
  const told = async (length: number, method: string, path: string, body: object) => {
    const answer = await things.maker.send(method, path, { ...body, [member]: word(length) })
    if (answer.status < 300) return [length, 'taken']
    const { error } = answer.json<{ error: { target?: string; details?: { target?: string }[] } }>()
    const targets = [error.target, ...(error.details ?? []).map(({ target }) => target)]
    return [length, answer.status === 422 && targets.includes(member) ? 'refused at it' : answer.text]
  }

  test.runIf(create)('when it is made', async () => {
    if (!create || !draft) throw new Error('nothing is made')
    const found = []
    for (const length of lengths) found.push(await told(length, 'POST', create(), draft(made)))
    expect(found).toEqual(expected)
  })

  test.runIf(change)('when it is changed', async () => {
    if (!change) throw new Error('nothing is changed')
    const found = []
    for (const length of lengths) found.push(await told(length, 'PATCH', change(ids), {}))
    expect(found).toEqual(expected)
  })
})
