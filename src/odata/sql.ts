/**
 * A piece of SQL with values between its parts: `parts.length` is `values.length + 1`. The compiler numbers the
 * parameters.
 */
export type SqlFragment = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

/** Writes a fragment: sql`t."owner_id" = ${owner}::uuid`. Interpolations are always parameters, never SQL text. */
export function sql(parts: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
  return { parts, values }
}
