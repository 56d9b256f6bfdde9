import type { Action, Scope } from '../../src/environments/memberRights.ts'

/** An invented environment: who is where, who holds what, and whose the records are. Ids are uuids. */
export type World = {
  readonly units: readonly { readonly id: string; readonly parent: string | null }[]
  readonly members: readonly { readonly id: string; readonly unit: string; readonly administrator: boolean }[]
  readonly teams: readonly {
    readonly id: string
    readonly unit: string
    readonly kind: 'owner' | 'access'
    readonly members: readonly string[]
  }[]
  readonly roles: readonly WorldRole[]
  readonly entities: readonly WorldEntity[]
  readonly shares: readonly WorldShare[]
}
export type WorldRole = {
  readonly id: string
  readonly holders: readonly string[]
  /** By entity and action; what is not there is none. */
  readonly scopes: Readonly<Record<string, Readonly<Partial<Record<Action, Scope>>>>>
  /** By attribute. */
  readonly rules: Readonly<Record<string, { readonly read: boolean; readonly update: boolean }>>
}
export type WorldEntity = {
  readonly uri: string
  readonly organisation: boolean
  readonly sharing: boolean
  /** The attributes by their uris, and what tells them in field rules. */
  readonly attributes: Readonly<Record<string, string>>
  readonly records: WorldRecord[]
  /** Formulas and rollups by their uris: what each reads (`entity.attribute`), and whether it is shown though that is hidden. */
  readonly computed?: Readonly<Record<string, { readonly reads: readonly string[]; readonly isShown?: boolean }>>
  /** Lookups over which shares are carried on, by their columns, to the entities that they lead to. */
  readonly carries?: Readonly<Record<string, string>>
}
export type WorldRecord = {
  readonly id: string
  name: string
  owner: string
  unit: string
  readonly values: Record<string, string | number | null>
  readonly isTrashed?: boolean
}
export type WorldShare = {
  readonly entity: string
  readonly record: string
  readonly principal: string
  readonly may: Readonly<Record<Exclude<Action, 'create'>, boolean>>
  readonly isOver: boolean
}

const rank: readonly Scope[] = ['none', 'user', 'owned', 'unit', 'all']

/** Product ruling 2.3 once more, as simply as it can be said: nothing is shared with the code that it judges. */
export function referenceOf(world: World) {
  const member = (id: string) => world.members.find((each) => each.id === id)
  const isAdministrator = (id: string) => member(id)?.administrator === true
  const teamsOf = (id: string) => world.teams.filter(({ members }) => members.includes(id))
  const own = (id: string) => [id, ...teamsOf(id).map((team) => team.id)]
  const below = (unit: string) => unitsBelow(world, unit)
  const above = (unit: string) => unitsAbove(world, unit)
  const unitOf = (principal: string) =>
    member(principal)?.unit ?? world.teams.find(({ id }) => id === principal)?.unit ?? ''
  const rolesOf = (id: string) => {
    const owners = teamsOf(id).filter(({ kind }) => kind === 'owner')
    return world.roles.filter(({ holders }) =>
      [id, ...owners.map((team) => team.id)].some((each) => holders.includes(each)),
    )
  }
  const scopeIn = (role: WorldRole, action: Action, entity: WorldEntity): Scope => {
    const scope = role.scopes[entity.uri]?.[action] ?? 'none'
    return entity.organisation && scope !== 'all' ? 'none' : scope
  }
  const scope = (id: string, action: Action, entity: WorldEntity): Scope => {
    if (isAdministrator(id)) return 'all'
    const held = rolesOf(id).map((role) => rank.indexOf(scopeIn(role, action, entity)))
    return rank[Math.max(0, ...held)] ?? 'none'
  }
  /** By owner and unit alone, without shares. */
  const holds = (id: string, action: Action, entity: WorldEntity, record: WorldRecord): boolean => {
    switch (scope(id, action, entity)) {
      case 'none':
        return false
      case 'all':
        return true
      case 'user':
        return record.owner === id
      case 'owned':
        return own(id).includes(record.owner)
      case 'unit':
        return own(id).includes(record.owner) || below(unitOf(id)).includes(record.unit)
    }
  }
  const covers = (id: string, action: Action, entity: WorldEntity, record: WorldRecord): boolean => {
    if (holds(id, action, entity, record)) return true
    if (action === 'create' || scope(id, action, entity) === 'none') return false
    const reached = [...own(id), ...above(unitOf(id))]
    const isShared = (recordId: unknown) =>
      world.shares.some(
        (share) => share.record === recordId && share.may[action] && !share.isOver && reached.includes(share.principal),
      )
    if (entity.sharing && isShared(record.id)) return true
    const isCarried = (child: WorldEntity, of: WorldRecord, over: readonly string[]): boolean =>
      over.length < 3 &&
      Object.entries(child.carries ?? {}).some(([column, uri]) => {
        const parent = world.entities.find((each) => each.uri === uri)
        const key = of.values[column]
        if (!parent || !key || over.includes(child.uri + column) || scope(id, action, parent) === 'none') return false
        if (parent.sharing && isShared(key)) return true
        const next = parent.records.find((each) => each.id === key && !each.isTrashed)
        return next !== undefined && isCarried(parent, next, [...over, child.uri + column])
      })
    return isCarried(entity, record, [])
  }
  const sees = (id: string, entity: WorldEntity): boolean =>
    (['create', 'read', 'update', 'delete'] as const).some((action) => scope(id, action, entity) !== 'none')
  const field = (id: string, entity: WorldEntity, uri: string, right: 'read' | 'update'): boolean => {
    if (isAdministrator(id)) return true
    const { reads = [], isShown = false } = entity.computed?.[uri] ?? {}
    const isClosed = reads.some((path) => {
      const [of, source = ''] = path.split('.')
      const read = world.entities.find((each) => each.uri === of)
      return read !== undefined && sees(id, read) && !field(id, read, source, 'read')
    })
    if (isClosed && !isShown) return false
    const counting = rolesOf(id).filter((role) =>
      (['create', 'read', 'update', 'delete'] as const).some((action) => scopeIn(role, action, entity) !== 'none'),
    )
    return counting.some((role) => role.rules[entity.attributes[uri] ?? '']?.[right] ?? true)
  }
  const readable = (id: string, entity: WorldEntity) =>
    entity.records.filter((record) => !record.isTrashed && covers(id, 'read', entity, record))
  const mayOwn = (id: string, entity: WorldEntity, owner: string): boolean => {
    const wide = scope(id, 'create', entity)
    if (wide === 'user') return owner === id
    if (wide === 'owned') return own(id).includes(owner)
    return wide === 'unit' ? below(unitOf(id)).includes(unitOf(owner)) : wide === 'all'
  }
  const ownerReads = (owner: string, entity: WorldEntity): boolean =>
    member(owner)
      ? scope(owner, 'read', entity) !== 'none'
      : world.roles.some((role) => role.holders.includes(owner) && scopeIn(role, 'read', entity) !== 'none')
  return {
    sees,
    field,
    readable,
    mayOwn,
    ownerReads,
    unitOf,
    scope,
    holds,
    may: (id: string, action: Action, entity: WorldEntity, record: WorldRecord) =>
      covers(id, action, entity, record) && (action === 'read' || covers(id, 'read', entity, record)),
  }
}
export type Reference = ReturnType<typeof referenceOf>

/** A unit and all that lie below it. */
function unitsBelow(world: World, unit: string): string[] {
  return [unit, ...world.units.filter(({ parent }) => parent === unit).flatMap(({ id }) => unitsBelow(world, id))]
}

/** A unit and all that it lies in. */
function unitsAbove(world: World, unit: string): string[] {
  const parent = world.units.find(({ id }) => id === unit)?.parent
  return parent ? [unit, ...unitsAbove(world, parent)] : [unit]
}
