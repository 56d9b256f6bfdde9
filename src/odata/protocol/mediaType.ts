/** A media type in `Accept`: parameters in lower case, without the prefix `odata.` of 4.0. */
export type MediaType = {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  /** Quality value; 0 means not acceptable. */
  readonly weight: number
}

/**
 * The media types of an `Accept` header or of `$format` (RFC 9110, 12.5.1), by descending quality, equal ones in
 * written order.
 */
export function mediaTypesOf(text: string): readonly MediaType[] {
  return text
    .split(',')
    .map((part) => mediaTypeOf(part))
    .filter(({ type, weight }) => type !== '' && weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
}

function mediaTypeOf(text: string): MediaType {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim())
  const parameters = new Map<string, string>()
  for (const each of rest) {
    const [name = '', value = ''] = each.split('=').map((side) => side.trim().toLowerCase())
    parameters.set(name.replace(/^odata\./, ''), value.replace(/^"(.*)"$/, '$1'))
  }
  const weight = Number(parameters.get('q') ?? 1)
  return { type: type.toLowerCase(), parameters, weight: Number.isFinite(weight) ? weight : 0 }
}
