import { binding, comparing, unaryBinding, type ExpressionNode, type PathSegment } from '#expressions/syntax/node.ts'

/** The text of a tree, with no more parentheses than it needs: parsed again it is the same tree. `name` may rename paths. */
export function printExpression(
  tree: ExpressionNode,
  name: (segments: readonly PathSegment[]) => string = asWritten,
): string {
  return print(tree, 0, name)
}

/** A path as it stands in the text. */
export function asWritten(segments: readonly PathSegment[]): string {
  return segments.map(({ text }) => text).join('.')
}

function print(node: ExpressionNode, least: number, name: (segments: readonly PathSegment[]) => string): string {
  const items = (nodes: readonly ExpressionNode[]) => nodes.map((each) => print(each, 0, name)).join(', ')
  switch (node.kind) {
    case 'text':
      return `"${node.value.replaceAll('"', '""')}"`
    case 'number':
      return node.text
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
    case 'path':
      return name(node.segments)
    case 'list':
      return `[${items(node.items)}]`
    case 'call':
      return `${node.name}(${items(node.items)})`
    case 'unary': {
      const own = unaryBinding[node.operator]
      if (node.operator === '%') return `${print(node.of, own, name)}%`
      const of = print(node.of, own, name)
      return embraced(node.operator === 'not' ? `not ${of}` : `${node.operator}${of}`, own, least)
    }
    case 'binary': {
      const own = binding[node.operator]
      const left = print(node.left, own === comparing ? own + 1 : own, name)
      return embraced(`${left} ${node.operator} ${print(node.right, own + 1, name)}`, own, least)
    }
  }
}

function embraced(text: string, own: number, least: number): string {
  return own < least ? `(${text})` : text
}
