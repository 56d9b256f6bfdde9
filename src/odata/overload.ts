import type { ODataOperation } from '#odata/model.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Of functions of one name the one that takes these parameters and no others. `options` are names of query options, which may
 * be parameters as well (part 1, 11.5.4.1.1). Where none takes just these, one that takes them and more: its refusal says
 * what is missing.
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
