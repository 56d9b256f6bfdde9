import fc from 'fast-check'

/** One of these texts. */
export const oneOf = (things: readonly string[]) => fc.constantFrom(...things)
const comparison = oneOf(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])

/** A comparison of what is drawn, with null now and then. */
export const compared = (left: fc.Arbitrary<string>, right: fc.Arbitrary<string>) =>
  fc
    .tuple(left, comparison, fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: fc.constant('null') }))
    .map((parts) => parts.join(' '))
