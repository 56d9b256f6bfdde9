import { queryLimits } from '#odata/syntax/limits.ts'

/**
 * The address of another page: `path` with the query it had, its token replaced and its `$skip` gone. A query that is too long
 * for an address was posted, and is to be posted again.
 */
export function pageLink(path: string, rawQuery: string, token: string): string {
  const kept = rawQuery.split('&').filter((part) => part !== '' && !/^(?:\$|%24)?(?:skiptoken|skip)(?:=|$)/i.test(part))
  const link = `${path}?${[...kept, `$skiptoken=${token}`].join('&')}`
  return link.length > queryLimits.urlBytes ? `${path}/$query?$skiptoken=${token}` : link
}
