/** A moment as the chain writes it: to the microsecond, always of the same length, so that texts sort as moments do. */
export function auditMomentSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** The columns of a row of the log under an alias, as the texts that are sealed. */
export function rowSql(alias: string): string {
  const plain = ['area', 'kind', 'request_id'].map((column) => `${alias}.${column}`)
  const texts = ['seq', 'entity_id', 'record_id', 'by_id', 'cause', 'changes'].map(
    (column) => `${alias}.${column}::text as ${column}`,
  )
  return [`${auditMomentSql(`${alias}.at`)} as at`, ...plain, ...texts].join(', ')
}

/** The columns of a seal under an alias. */
export function sealSql(alias: string): string {
  const hashes = ['digest', 'hash'].map((column) => `encode(${alias}.${column}, 'hex') as ${column}`)
  return [
    `${alias}.number::text as number`,
    `${alias}.seq::text as seq`,
    `${auditMomentSql(`${alias}.at`)} as at`,
    ...hashes,
  ].join(', ')
}
