import { literal, qualified } from '#platform/sql.ts'
import type { CarryPath } from '#security/carryPath.ts'
import {
  isOwnGround,
  type ReachGround,
  type Grounds,
  type LinkEnd,
  type LinkReach,
  type OwnGround,
  type Reach,
} from '#security/reach.ts'
import { memoize } from '#platform/memoize.ts'

/**
 * A condition in SQL on a table's alias: `parts.length` is `values.length + 1`. Conditions with the same `key` on one
 * table have the same parts, so whatever is compiled from the parts can be reused for the same key.
 */
export type Predicate = Sql & {
  readonly key: string
  /**
   * For gathered ids: the condition split into conditions of which exactly one holds for each record, for ordered
   * lists.
   */
  readonly branches?: readonly Sql[]
}
type Sql = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

/**
 * The table and form of a condition. `set`: narrows the rows of a whole table; the ids within reach are gathered first
 * by their indexes. `row`: checks rows one by one that are found otherwise, such as by key.
 */
export type ConditionPlace = { readonly schema: string; readonly alias: string; readonly form: 'set' | 'row' }

const conditionsOf = memoize((_reach: Grounds | LinkReach) => new Map<string, Predicate | null>())

/** A reach as a condition; null means every row. Memoized by reach and table. */
export function conditionOf(reach: Reach, place: ConditionPlace): Predicate | null {
  if (reach === null) return null
  if (reach === 'none') return nothing
  const known = conditionsOf(reach)
  const key = `${place.form} ${place.alias}`
  let condition = known.get(key)
  if (condition === undefined)
    known.set(key, (condition = 'ends' in reach ? ofLink(reach, place) : ofGrounds(reach, place)))
  return condition
}

const nothing: Predicate = { parts: ['false'], values: [], key: 'none' }

function ofGrounds({ entity, grounds }: Grounds, place: ConditionPlace): Predicate {
  const key = `${place.form} ${classOf(grounds)}`
  // Few are gathered and then shown in order. Of a unit there may be so many that they are better met in the order wanted:
  // there every ground is one that an index answers, and the planner chooses (bench/results.md).
  const isGathered = place.form === 'set' && grounds.every(({ kind }) => kind !== 'unit')
  if (!isGathered)
    return {
      ...around(
        '(',
        joined(
          grounds.map((each) => holds(each, entity, place)),
          ' or ',
        ),
        ')',
      ),
      key,
    }
  const ids = grounds.map((each) => idsOf(each, entity, place.schema))
  const branches = branchesOf(grounds, entity, place)
  return {
    ...around(`${place.alias}."id" in (`, joined(ids, ' union '), ')'),
    key: `${key} ${branches.length}`,
    branches,
  }
}

/** So many owners are looked for one by one: more would make a long statement. */
const mostBranches = 4

/** Own records by each owner, shared ones, those that belong to shared ones: each without those of the branches before it. */
function branchesOf(
  grounds: readonly ReachGround[],
  entity: Grounds['entity'],
  { schema, alias }: ConditionPlace,
): Sql[] {
  const before: Sql[] = []
  return grounds.flatMap((ground): Sql[] => {
    const whole = isOwnGround(ground)
      ? column(ground, alias)
      : ground.kind === 'share'
        ? around(`${alias}."id" in (select shared.record_id from `, shares(ground, entity.id, schema), ')')
        : around(`${alias}."${ground.via[0].column}" in (`, carriersOf(ground, ground.via, schema), ')')
    const others = before.length === 0 ? [] : [around('(', joined(before, ' or '), ') is not true')]
    before.push(whole)
    const owners = ground.kind === 'owner' && ground.principals.length <= mostBranches ? ground.principals : undefined
    if (owners) return owners.map((owner) => column({ kind: 'owner', principals: [owner] }, alias))
    return [joined([whole, ...others], ' and ')]
  })
}

/** Distinguishes the conditions of different rights, apart from the values of the actor. */
function classOf(grounds: readonly ReachGround[]): string {
  return grounds
    .map((ground) => {
      if (ground.kind === 'carried') return `${ground.right}:${ground.via.map(({ column: each }) => each).join('.')}`
      return ground.kind === 'share' ? ground.right : `${ground.kind}${isOne(ground) ? 1 : 's'}`
    })
    .join(' ')
}

/** The ids that a ground reaches, as a query of their own. */
function idsOf(ground: ReachGround, { uri, id }: Grounds['entity'], schema: string): Sql {
  if (ground.kind === 'share') return around('select shared.record_id from ', shares(ground, id, schema))
  const own = `select own."id" from ${qualified(schema, uri)} own where `
  if (isOwnGround(ground)) return around(own, column(ground, 'own'))
  return around(`${own}own."${ground.via[0].column}" in (`, carriersOf(ground, ground.via, schema), ')')
}

/** Whether a ground reaches a row. In a set each of them can be looked up in an index. */
function holds(ground: ReachGround, { id }: Grounds['entity'], { schema, alias, form }: ConditionPlace): Sql {
  if (isOwnGround(ground)) return column(ground, alias)
  if (ground.kind === 'carried') return carried(ground, ground.via, { schema, alias, form })
  if (form === 'set')
    return around(`${alias}."id" = any(array(select shared.record_id from `, shares(ground, id, schema), '))')
  return around('exists (select from ', shares(ground, id, schema), ` and shared.record_id = ${alias}."id")`)
}

type Carried = Extract<ReachGround, { kind: 'carried' }>

/** Whether a share is carried to a row along the rest of the path. */
function carried(ground: Carried, [step, ...rest]: CarryPath, { schema, alias, form }: ConditionPlace): Sql {
  const link = `${alias}."${step.column}"`
  const [next, ...others] = rest
  if (form === 'set') return around(`${link} = any(array(`, carriersOf(ground, [step, ...rest], schema), '))')
  if (!next)
    return around('exists (select from ', shares(ground, step.entity.id, schema), ` and shared.record_id = ${link})`)
  const parent = `carrier${rest.length}`
  return around(
    `exists (select from ${qualified(schema, step.entity.uri)} ${parent} where ${parent}."id" = ${link} and `,
    carried(ground, [next, ...others], { schema, alias: parent, form }),
    ')',
  )
}

/** The ids at the first lookup of a path from which a share is carried. */
function carriersOf(ground: Carried, [{ entity }, ...rest]: CarryPath, schema: string): Sql {
  const [next, ...others] = rest
  if (!next) return around('select shared.record_id from ', shares(ground, entity.id, schema))
  const alias = `carrier${rest.length}`
  const from = `select ${alias}."id" from ${qualified(schema, entity.uri)} ${alias} where ${alias}."${next.column}" in (`
  return around(from, carriersOf(ground, [next, ...others], schema), ')')
}

function column(ground: OwnGround, alias: string): Sql {
  const [name, ids] =
    ground.kind === 'owner' ? ['owner_id', ground.principals] : (['owning_unit_id', ground.units] as const)
  // A comparison with one value keeps the order of its index.
  if (isOne(ground)) return { parts: [`${alias}."${name}" = `, '::uuid'], values: [ids[0]] }
  return { parts: [`${alias}."${name}" = any(`, '::uuid[])'], values: [list(ids)] }
}

function isOne(ground: ReachGround): boolean {
  return isOwnGround(ground) && (ground.kind === 'owner' ? ground.principals : ground.units).length === 1
}

/** The shares that count; their time is that of the database (product ruling part 6, 18). */
function shares(
  { right, principals }: Extract<ReachGround, { kind: 'share' | 'carried' }>,
  entityId: string,
  schema: string,
): Sql {
  return {
    parts: [
      `${qualified(schema, '_share')} shared where shared.principal_id = any(`,
      `::uuid[]) and shared.entity_id = ${literal(entityId)}::uuid and shared.may_${right} and (shared.expires_on is null or shared.expires_on > now())`,
    ],
    values: [list(principals)],
  }
}

/** A list of ids as the text of an array, which is how any statement takes it. */
function list(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}

function ofLink({ ends, wants }: LinkReach, { schema, alias, form }: ConditionPlace): Predicate | null {
  const end = ({ column: name, entity }: LinkEnd, reach: Reach): Predicate | null => {
    const condition = conditionOf(reach, { schema, alias: `${alias}_${name}`, form: 'row' })
    if (condition === null) return null
    const from = `${qualified(schema, entity.uri)} ${alias}_${name}`
    return {
      ...condition,
      ...around(`exists (select from ${from} where ${alias}_${name}."id" = ${alias}."${name}" and `, condition, ')'),
    }
  }
  const read = ends.flatMap((each) => end(each, each.read) ?? [])
  const updates = wants === 'update' ? ends.map((each) => end(each, each.update)) : [null]
  const update = updates.includes(null)
    ? []
    : [
        around(
          '(',
          joined(
            updates.flatMap((each) => each ?? []),
            ' or ',
          ),
          ')',
        ),
      ]
  const all = [...read, ...update]
  if (all.length === 0) return null
  const classes = [...read, ...updates].map((each) => each?.key ?? '')
  return { ...around('(', joined(all, ' and '), ')'), key: `${form} link ${classes.join('|')}` }
}

function around(before: string, { parts, values }: Sql, after = ''): Sql {
  const [first = '', ...others] = parts
  const whole = [before + first, ...others]
  whole[whole.length - 1] += after
  return { parts: whole, values }
}

function joined(all: readonly Sql[], between: string): Sql {
  const [first, ...others] = all
  if (!first) return { parts: ['false'], values: [] }
  return others.reduce<Sql>(
    (whole, next) => ({
      parts: [...whole.parts.slice(0, -1), `${whole.parts.at(-1)}${between}${next.parts[0]}`, ...next.parts.slice(1)],
      values: [...whole.values, ...next.values],
    }),
    first,
  )
}

/** A condition as text with parameters counted from `first`; a null condition narrows nothing. */
export function numbered(
  condition: Predicate | null,
  first: number,
): { readonly text: string; readonly values: readonly unknown[] } {
  if (condition === null) return { text: 'true', values: [] }
  const text = condition.parts.map((part, at) => (at === 0 ? part : `$${first + at - 1}${part}`)).join('')
  return { text: `(${text})`, values: condition.values }
}
