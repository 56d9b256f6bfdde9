/** A piece of SQL with its values between the parts: `parts.length` is `values.length + 1`. Numbering is the compiler's work. */
export type SqlFragment = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

/** Writes a fragment: sql`t."owner_id" = ${owner}::uuid`. What stands in braces is always a value, never text. */
export function sql(parts: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
  return { parts, values }
}
