import { retyped, type Bound } from '#expressions/bound.ts'
import type { Findings } from '#expressions/check.ts'
import type { ExpressionFunction, Parameter, ParameterType } from '#expressions/functions/function.ts'
import { functionNames, functionsNamed } from '#expressions/functions/registry.ts'
import { unknownFunction, unknownOption, wrongCount, wrongType } from '#expressions/problems.ts'
import type { ExpressionNode, TextSpan } from '#expressions/syntax/node.ts'
import { commonType, isTextual, noFields, unknownType, type Type } from '#expressions/type.ts'

/** An argument with the place where it stands. */
export type CheckedArgument = { readonly node: ExpressionNode; readonly bound: Bound }

type Fit = { readonly same: Type } | { readonly misfit: CheckedArgument; readonly wanted: string }

/** Finds the function of a name that takes these arguments. */
export function checkCall(span: TextSpan, name: string, items: readonly CheckedArgument[], findings: Findings): Bound {
  const found = functionsNamed(name)
  const [first] = found
  if (!first) return refused(() => findings.problems.push(unknownFunction(name, span, functionNames)))
  if (/^[A-Z]/.test(name)) findings.functions.add(name)
  const counted = found.filter(
    ({ parameters }) => items.length >= leastOf(parameters) && items.length <= mostOf(parameters),
  )
  if (counted.length === 0) {
    const counts = found.flatMap(({ parameters }) => [leastOf(parameters), mostOf(parameters)])
    return refused(() => findings.problems.push(wrongCount(name, span, countOf(counts), items.length)))
  }
  if (items.some(({ bound }) => bound.type.kind === 'unknown')) return unknown
  if (name === 'SWITCH') return checkSwitch(span, items, findings)
  const fits = counted.map((candidate) => ({ candidate, fit: fitOf(candidate, items) }))
  const fitting = fits.find(({ fit }) => 'same' in fit)
  if (fitting && 'same' in fitting.fit) {
    checkOptions(items, findings)
    return callOf(fitting.candidate, items, fitting.fit.same)
  }
  // What is told is where the function that takes most of the arguments stumbled.
  const misfits = fits.flatMap(({ fit }) => ('misfit' in fit ? [fit] : []))
  const last = misfits.reduce((a, b) => (items.indexOf(b.misfit) > items.indexOf(a.misfit) ? b : a))
  const wanted = [...new Set(misfits.filter(({ misfit }) => misfit === last.misfit).map((each) => each.wanted))]
  return refused(() =>
    findings.problems.push(
      wrongType(wanted.length === 1 ? last.wanted : 'other', last.misfit.bound.type.kind, last.misfit.node),
    ),
  )
}

function fitOf({ parameters, result }: ExpressionFunction, items: readonly CheckedArgument[]): Fit {
  let same: Type = { kind: 'null' }
  for (const [index, item] of items.entries()) {
    const { type } = item.bound
    const wanted = parameters[Math.min(index, parameters.length - 1)]?.type ?? 'any'
    const own = wanted === 'sameList' && type.kind === 'list' ? type.of : type
    if (wanted === 'same' || (wanted === 'sameList' && (type.kind === 'list' || type.kind === 'null'))) {
      const common: Type | undefined =
        wanted === 'same' && type.kind === 'list' && result !== 'same' ? undefined : commonType(same, own)
      if (!common) return { misfit: item, wanted: same.kind === 'null' ? 'value' : same.kind }
      same = common
    } else if (!takes(wanted, type)) return { misfit: item, wanted: nameOf(wanted) }
  }
  return { same }
}

/** Whether a parameter takes values of a type; those that depend on other parameters are seen to elsewhere. */
function takes(wanted: ParameterType, type: Type): boolean {
  if (type.kind === 'null') return true
  switch (wanted) {
    case 'any':
      return type.kind !== 'list'
    case 'text':
      return isTextual(type)
    case 'shown':
      return isTextual(type) || ['number', 'boolean', 'date', 'datetime'].includes(type.kind)
    case 'numbers':
      return type.kind === 'list' && (type.of.kind === 'number' || type.of.kind === 'null')
    case 'texts':
      return type.kind === 'list' && (isTextual(type.of) || type.of.kind === 'null')
    case 'same':
    case 'sameList':
      return false
    default:
      return type.kind === wanted
  }
}

/** The type of a result or of what a parameter takes, where `same` is this. */
function resultOf(result: ExpressionFunction['result'], same: Type): Type {
  switch (result) {
    case 'same':
      return same
    case 'sameList':
      return { kind: 'list', of: same }
    case 'numbers':
      return { kind: 'list', of: { kind: 'number' } }
    case 'texts':
      return { kind: 'list', of: { kind: 'text' } }
    case 'member':
    case 'unit':
      return { kind: 'record', entity: '', fields: () => noFields }
    case 'number':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'duration':
      return { kind: result }
    default:
      return { kind: 'text' }
  }
}

function callOf(found: ExpressionFunction, items: readonly CheckedArgument[], same: Type): Bound {
  const bounds = items.map(({ bound }, index) => {
    const wanted = found.parameters[Math.min(index, found.parameters.length - 1)]?.type ?? 'any'
    return wanted === 'shown' ? shownBound(bound) : retyped(bound, resultOf(wanted, same))
  })
  const [first] = items
  const options = first?.bound.type.kind === 'choice' ? first.bound.type.options : []
  return { kind: 'call', function: found, items: bounds, type: resultOf(found.result, same), options }
}

function shownBound(bound: Bound): Bound {
  const { kind } = bound.type
  const text = functionsNamed('TEXT').find(({ parameters }) => parameters[0]?.type === kind)
  if (!text || kind === 'null') return retyped(bound, { kind: 'text' })
  return { kind: 'call', function: text, items: [bound], type: { kind: 'text' }, options: [] }
}

/** A literal beside a choice must be one of its options: a misspelt one would never be equal. */
function checkOptions(items: readonly CheckedArgument[], { problems }: Findings): void {
  const choice = items.map(({ bound }) => bound.type).find((type) => type.kind === 'choice')
  const isCompared = items.length === 2
  if (!isCompared || choice?.kind !== 'choice') return
  for (const { node } of items.flatMap((item) => literalsOf(item.node))) {
    if (choice.options.some(({ value }) => value === node.value)) continue
    problems.push(
      unknownOption(
        node.value,
        node,
        choice.options.map(({ value }) => value),
      ),
    )
  }
}

function literalsOf(node: ExpressionNode): readonly { readonly node: Extract<ExpressionNode, { kind: 'text' }> }[] {
  if (node.kind === 'text') return [{ node }]
  return node.kind === 'list' ? node.items.flatMap(literalsOf) : []
}

/** SWITCH(value, case, result, …, otherwise): cases are of the type of the value, results of one of their own. */
function checkSwitch(span: TextSpan, items: readonly CheckedArgument[], findings: Findings): Bound {
  const [called] = functionsNamed('SWITCH')
  if (!called || items.length < 3) {
    return refused(() => findings.problems.push(wrongCount('SWITCH', span, '3+', items.length)))
  }
  const isResult = (index: number) => index > 0 && (index % 2 === 0 || (index === items.length - 1 && index % 2 === 1))
  const values = commonOf(
    items.filter((_, index) => !isResult(index)),
    findings,
  )
  const results = commonOf(
    items.filter((_, index) => isResult(index)),
    findings,
  )
  if (!values || !results) return unknown
  const [value] = items
  for (const [index, item] of items.entries()) if (value && !isResult(index)) checkOptions([value, item], findings)
  const bounds = items.map(({ bound }, index) => retyped(bound, isResult(index) ? results : values))
  return { kind: 'call', function: called, items: bounds, type: results, options: [] }
}

function commonOf(items: readonly CheckedArgument[], { problems }: Findings): Type | undefined {
  let common: Type = { kind: 'null' }
  for (const { node, bound } of items) {
    const next: Type | undefined = bound.type.kind === 'list' ? undefined : commonType(common, bound.type)
    if (!next) {
      problems.push(wrongType(common.kind === 'null' ? 'value' : common.kind, bound.type.kind, node))
      return undefined
    }
    common = next
  }
  return common
}

function leastOf(parameters: readonly Parameter[]): number {
  return parameters.filter(({ optional }) => !optional).length
}

function mostOf(parameters: readonly Parameter[]): number {
  return parameters.some(({ many }) => many) ? Number.POSITIVE_INFINITY : parameters.length
}

function countOf(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  if (most === Number.POSITIVE_INFINITY) return `${least}+`
  return least === most ? String(least) : `${least}–${most}`
}

function nameOf(wanted: ParameterType): string {
  if (wanted === 'shown') return 'text'
  return wanted === 'numbers' || wanted === 'texts' || wanted === 'sameList'
    ? 'list'
    : wanted === 'any'
      ? 'value'
      : wanted
}

function refused(tell: () => void): Bound {
  tell()
  return unknown
}

const unknown: Bound = { kind: 'constant', value: null, type: unknownType }
