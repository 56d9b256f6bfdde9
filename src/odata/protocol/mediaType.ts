/** A media type as it stands in `Accept`: its parameters in lower case, without the `odata.` that 4.0 puts before them. */
export type MediaType = {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  /** How much it is wanted: 0 is not at all. */
  readonly weight: number
}

/** The media types of an `Accept` header or of `$format` (RFC 9110, 12.5.1), the most wanted first; equal ones as written. */
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
