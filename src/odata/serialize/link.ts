/** The address of another page: `path` with the query it had, its token replaced and its `$skip` gone. */
export function pageLink(path: string, rawQuery: string, token: string): string {
  const kept = rawQuery.split('&').filter((part) => part !== '' && !/^(?:\$|%24)?(?:skiptoken|skip)(?:=|$)/i.test(part))
  return `${path}?${[...kept, `$skiptoken=${token}`].join('&')}`
}
