import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'
import type { InviteRecord } from '#security/invite.ts'
import type { MemberDetail, MemberRecord } from '#security/member.ts'
import type { EntityRoleRecord, RoleDetail, RoleRecord } from '#security/role.ts'
import type { TeamDetail, TeamRecord } from '#security/team.ts'
import type { UnitMovePreview, UnitRecord } from '#security/unit.ts'

/** Everything that is known of who may do what in an environment; any change of rights makes it old. */
export function accessKey(envid: string) {
  return ['security', envid] as const
}

export function accessPath(envid: string): string {
  return `/security/v1/${envid}`
}

function listOf<Item>(envid: string, name: string, path = `${accessPath(envid)}/${name}`) {
  return queryOptions({
    queryKey: [...accessKey(envid), name],
    queryFn: async ({ signal }) => (await api.get<{ value: readonly Item[] }>(path, { signal })).value,
    staleTime: 30_000,
  })
}

function oneOf<Item>(envid: string, name: string, id: string) {
  return queryOptions({
    queryKey: [...accessKey(envid), name, id],
    queryFn: ({ signal }) => api.get<Item>(`${accessPath(envid)}/${name}/${id}`, { signal }),
  })
}

export const membersQuery = (envid: string) => listOf<MemberRecord>(envid, 'member')
export const rolesQuery = (envid: string) => listOf<RoleRecord>(envid, 'role')
export const teamsQuery = (envid: string) => listOf<TeamRecord>(envid, 'team')
export const unitsQuery = (envid: string) => listOf<UnitRecord>(envid, 'unit')
export const invitesQuery = (envid: string) => listOf<InviteRecord>(envid, 'invite', `/invite/v1/${envid}`)

/** One of them with the number of records that it owns, or all that it allows. */
export const memberQuery = (envid: string, id: string) => oneOf<MemberDetail>(envid, 'member', id)
export const teamQuery = (envid: string, id: string) => oneOf<TeamDetail>(envid, 'team', id)
export const roleQuery = (envid: string, id: string) => oneOf<RoleDetail>(envid, 'role', id)

/** What each role allows in a table and leaves of its fields. */
export const entityRolesQuery = (envid: string, id: string) =>
  queryOptions({
    queryKey: [...accessKey(envid), 'entity', id],
    queryFn: async ({ signal }) =>
      (await api.get<{ value: readonly EntityRoleRecord[] }>(`${accessPath(envid)}/entity/${id}`, { signal })).value,
  })

/** What a unit's move to another place would touch. */
export function unitMoveQuery(envid: string, id: string, parent: string) {
  return queryOptions({
    queryKey: [...accessKey(envid), 'unit', id, 'move', parent],
    queryFn: ({ signal }) =>
      api.post<UnitMovePreview>(`${accessPath(envid)}/unit/${id}/preview`, { parent_id: parent }, { signal }),
  })
}

/** A change of rights; whatever was loaded of them is asked for anew. */
export function useAccessChange<Wish, Answer>(envid: string, change: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: accessKey(envid) }),
  })
}

/** The version that a change was made on, as If-Match says it. */
export function onVersion({ version }: { readonly version: number }) {
  return { etag: `"${version}"` }
}
