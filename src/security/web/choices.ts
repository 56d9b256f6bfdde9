import { useQuery } from '@tanstack/react-query'
import type { Option } from '#design/web/choice/Select.tsx'
import { unitBranch, type UnitRecord } from '#security/unit.ts'
import { membersQuery, rolesQuery, teamsQuery, unitsQuery } from '#security/web/access.client.ts'
import { fullName } from '#accounts/fullName.ts'

/** The roles to choose from; the one that new members get first. */
export function useRoleOptions(envid: string): readonly Option[] {
  const { data = [] } = useQuery(rolesQuery(envid))
  return data
    .toSorted((one, other) => Number(other.default) - Number(one.default))
    .map(({ id, name }) => ({ id, label: name }))
}

/** Units in the order of the tree, each with the way down to it. */
export function useUnitOptions(envid: string, without?: string): readonly Option[] {
  const { data = [] } = useQuery(unitsQuery(envid))
  const left = without === undefined ? new Set<string>() : unitBranch(data, without)
  return unitsInOrder(data)
    .filter(({ unit }) => !left.has(unit.id))
    .map(({ unit, above }) => ({
      id: unit.id,
      label: unit.name,
      ...(above.length > 0 ? { detail: above.join(' › ') } : {}),
    }))
}

/** Whoever may own records: active members and owner teams. */
export function useOwnerOptions(envid: string, without: string): readonly Option[] {
  const { data: members = [] } = useQuery(membersQuery(envid))
  const { data: teams = [] } = useQuery(teamsQuery(envid))
  return [
    ...members
      .filter(({ status }) => status === 'active')
      .map((member) => ({ id: member.id, label: fullName(member), detail: member.unit })),
    ...teams.filter(({ kind }) => kind === 'owner').map(({ id, name, unit }) => ({ id, label: name, detail: unit })),
  ].filter(({ id }) => id !== without)
}

type PlacedUnit = { readonly unit: UnitRecord; readonly depth: number; readonly above: readonly string[] }

/** The tree from the root down, each unit before those below it. */
export function unitsInOrder(units: readonly UnitRecord[]): readonly PlacedUnit[] {
  const below = (parent: string | null, above: readonly string[]): PlacedUnit[] =>
    units
      .filter(({ parent_id }) => parent_id === parent)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .flatMap((unit) => [{ unit, depth: above.length, above }, ...below(unit.id, [...above, unit.name])])
  return below(null, [])
}
