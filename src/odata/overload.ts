import type { ODataOperation } from '#odata/model.ts'

const none: ReadonlySet<string> = new Set()

/**
 * The overload of a function with exactly the given parameters. `options` are names of query options, which may be
 * parameters as well (part 1, 11.5.4.1.1). Without an exact match, an overload with further parameters: its refusal
 * names the missing ones.
 */
export function overloadFor(
  overloads: readonly ODataOperation[],
  given: ReadonlySet<string>,
  options: ReadonlySet<string> = none,
): ODataOperation | undefined {
  const taking = overloads.filter(({ parameters }) => [...given].every((name) => parameters.has(name)))
  const complete = taking.filter(({ parameters }) =>
    [...parameters.keys()].every((name) => given.has(name) || options.has(name)),
  )
  const [longest] = complete.toSorted((one, other) => other.parameters.size - one.parameters.size)
  return longest ?? taking[0] ?? overloads[0]
}
