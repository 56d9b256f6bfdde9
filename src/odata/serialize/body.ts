import type { WireForm } from '#odata/compile/writer.ts'

/** What surrounds the rows of a list. `value` is their JSON text and is passed through unread; so is `count`. */
export type ListBody = {
  /** Left out where no metadata is wanted. */
  readonly context: string | undefined
  readonly value: string
  readonly count?: string | undefined
  readonly nextLink?: string | undefined
  /** Further annotations of the answer by their full names, such as a link to the page before. */
  readonly annotations?: Readonly<Record<string, string | undefined>>
}

/** The body of a list: `{"@odata.context":…,"@odata.count":…,"value":[…],"@odata.nextLink":…}`. */
export function listBody(body: ListBody): string {
  const count = body.count === undefined ? '' : `,"@odata.count":${body.count}`
  const next = body.nextLink === undefined ? '' : `,"@odata.nextLink":${JSON.stringify(body.nextLink)}`
  const context = body.context === undefined ? '' : `,"@odata.context":${JSON.stringify(body.context)}`
  return `{${`${context}${count},`.slice(1)}"value":${body.value}${next}${annotations(body)}}`
}

/** The body of a single row: its JSON text with the context as first member, unless none is wanted. */
export function oneBody(context: string | undefined, value: string): string {
  if (context === undefined) return value
  const members = value.slice(1)
  const comma = /^\s*\}/.test(members) ? '' : ','
  return `{"@odata.context":${JSON.stringify(context)}${comma}${members}`
}

/** The context, unless no metadata is wanted. */
export function contextFor({ metadata }: WireForm, context: string): string | undefined {
  return metadata === 'none' ? undefined : context
}

/** The context of an answer below the service root: which set, which properties (part 1, 10). */
export function contextUrl(root: string, entitySet: string, select: readonly string[] | undefined): string {
  return `${root}$metadata#${entitySet}${select ? `(${select.join(',')})` : ''}`
}

function annotations({ annotations }: ListBody): string {
  const given = Object.entries(annotations ?? {}).filter((entry) => entry[1] !== undefined)
  return given.map(([name, text]) => `,${JSON.stringify(`@${name}`)}:${JSON.stringify(text)}`).join('')
}
