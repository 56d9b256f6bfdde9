import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'
import type { PermissionTestDraft, PermissionTestRecord } from '#security/permissionTest.ts'
import { accessKey, accessPath } from '#security/web/access.client.ts'

/** The sentences about rights, each judged by the rights as they stand. */
export function testsQuery(envid: string) {
  return queryOptions({
    queryKey: [...accessKey(envid), 'test'],
    queryFn: async ({ signal }) =>
      (await api.get<{ value: readonly PermissionTestRecord[] }>(`${accessPath(envid)}/test`, { signal })).value,
  })
}

/** Writes a new sentence, or another one in place of one. */
export function writeTest(
  envid: string,
  { id, ...draft }: PermissionTestDraft & { readonly id: string | undefined },
): Promise<PermissionTestRecord> {
  const path = `${accessPath(envid)}/test`
  return id === undefined ? api.post(path, draft) : api.patch(`${path}/${id}`, draft)
}

export function removeTest(envid: string, id: string): Promise<undefined> {
  return api.remove(`${accessPath(envid)}/test/${id}`)
}
