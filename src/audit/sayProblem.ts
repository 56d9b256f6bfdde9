import type { ChainProblem } from '#audit/chain.ts'
import type { Translate } from '#language/translate.ts'

/** A problem of a chain, in the reader's language. */
export function sayChainProblem(t: Translate, problem: ChainProblem): string {
  switch (problem.kind) {
    case 'gap':
      return t('audit.problem.gap', { from: problem.from, to: problem.to })
    case 'end':
      return t('audit.problem.end', { number: problem.number, kept: problem.kept })
    case 'inserted':
      return t('audit.problem.inserted', { seq: problem.seq, at: problem.at })
    default:
      return t(`audit.problem.${problem.kind}`, { seq: problem.seq, at: problem.at, number: problem.number })
  }
}
