/** How people are called: the first name and, where there is one, the last. */
export function fullName({ firstname, lastname }: { readonly firstname: string; readonly lastname: string }): string {
  return [firstname, lastname].filter(Boolean).join(' ')
}
