/** What an expression and its values may cost at most. Texts are counted in code points, as PostgreSQL counts them. */
export const expressionLimits = {
  /** Characters of an expression. */
  length: 4000,
  /** How deep it nests. */
  depth: 50,
  /** Literals, names, calls and operators. */
  nodes: 500,
  /** Characters of a formula with all the formulas that it reads in their places. */
  expanded: 20_000,
  /** Characters of a number that is written or read from a text. */
  digits: 40,
  /** Characters of a text that an operation makes. */
  text: 100_000,
  /** Items of a list that an operation makes. */
  list: 1000,
  /** Digits behind the point of a quotient, a root and a power; what is finer is cut off. */
  scale: 20,
  /** The greatest exponent of a power, and digits before the point of its result. */
  exponent: 100,
  power: 40,
} as const

/** The limits that a text can exceed before it is understood. */
export type SyntaxLimit = 'length' | 'depth' | 'nodes'
