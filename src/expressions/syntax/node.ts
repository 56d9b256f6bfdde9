/** Where something stands in the text: from its first character (0-based) to behind its last. */
export type TextSpan = { readonly at: number; readonly to: number }

export type BinaryOperator =
  | 'or'
  | 'and'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '&'
  | '+'
  | '-'
  | '*'
  | '/'
  | '^'
export type UnaryOperator = 'not' | '-' | '+' | '%'

/** One name of a path: as it is written, or the id of what it means (`@…`), as it is stored. */
export type PathSegment = TextSpan & { readonly text: string }

/** The tree of an expression as it is written. Nothing in it is checked but its grammar. */
export type ExpressionNode = TextSpan &
  (
    | { readonly kind: 'text'; readonly value: string }
    /** Digits with at most one point: `12.50`. */
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
    | { readonly kind: 'path'; readonly segments: readonly PathSegment[] }
    | { readonly kind: 'list'; readonly items: readonly ExpressionNode[] }
    /** The name is in large letters. */
    | { readonly kind: 'call'; readonly name: string; readonly items: readonly ExpressionNode[] }
    | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly of: ExpressionNode }
    | {
        readonly kind: 'binary'
        readonly operator: BinaryOperator
        readonly left: ExpressionNode
        readonly right: ExpressionNode
      }
  )

/** How tightly an operator binds: the more the tighter. Comparisons do not chain; all others lead from left to right. */
export const binding: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '^': 8,
}

/** As in a spreadsheet, a sign binds tighter than a power: `-2^2` is 4. */
export const unaryBinding: Readonly<Record<UnaryOperator, number>> = { not: 3, '-': 9, '+': 9, '%': 10 }
/** The power of comparisons, which do not chain. */
export const comparing = 4
