import type { ExpressionFunction, FunctionFamily, Parameter } from '#expressions/functions/function.ts'
import { registry } from '#expressions/functions/registry.ts'
import { expressionLimits } from '#expressions/limits.ts'
import type { Translate } from '#language/translate.ts'

/** The page about expressions in Markdown, made of the registry: `before` is what people wrote by hand. */
export function expressionGuide(before: string, translate: Translate): string {
  const families = Object.entries(registry) as [FunctionFamily, readonly ExpressionFunction[]][]
  const parts = families.map(([family, functions]) => {
    const rows = functions.map((each) => rowOf(each, translate))
    return `## ${translate(`expressions.family.${family}`)}\n\n| | gives | |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `${before.trimEnd()}\n\n${limitsText()}\n\n${parts.join('\n')}`
}

function rowOf(called: ExpressionFunction, translate: Translate): string {
  const examples = called.examples.map(({ write, gives }) => `\`${write}\` is ${shown(gives)}`).join('; ')
  const cells = [
    `\`${formOf(called)}\``,
    names[called.result] ?? called.result,
    `${translate(called.sentence)} ${examples}`,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function formOf({ name, parameters }: ExpressionFunction): string {
  const [left = '', right = ''] = parameters.map(typed)
  if (/^[A-Z]/.test(name)) return `${name}(${parameters.map(typed).join(', ')})`
  if (name.endsWith(' sign')) return `${name.slice(0, 1)}${left}`
  if (name === '%') return `${left}%`
  return name === 'not' ? `not ${left}` : `${left} ${name} ${right}`
}

function typed({ name, type, optional, many }: Parameter): string {
  const text = `${name}: ${names[type] ?? type}${many ? ', …' : ''}`
  return optional ? `[${text}]` : text
}

const names: Readonly<Record<string, string>> = {
  shown: 'any',
  same: 'the same',
  sameList: 'list',
  numbers: 'list of numbers',
  texts: 'list of texts',
}

function shown(gives: unknown): string {
  return gives === null
    ? '*blank*'
    : typeof gives === 'string'
      ? `\`${gives === '' ? '""' : gives}\``
      : `\`${JSON.stringify(gives)}\``
}

function limitsText(): string {
  return (
    `An expression has at most ${expressionLimits.length} characters, ${expressionLimits.nodes} names, values and operators, and nests ` +
    `${expressionLimits.depth} deep. A text that it makes has at most ${expressionLimits.text} characters, a list ${expressionLimits.list} items.`
  )
}
