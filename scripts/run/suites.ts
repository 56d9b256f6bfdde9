import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failuresOf } from './failures.ts'
import { runStep, root, tell, type Step } from './step.ts'

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** The result of a suite, with a line for each failed test. */
export type Outcome = Counts & { readonly failures: readonly string[] }

/** Where the results of the last run lie, for the coverage of the requirements. */
export const resultsFolder = join(root, '.lintel', 'results')

/** Runs one project of the unit tests. */
export function runVitest(project: string): Promise<Outcome> {
  const file = join(resultsFolder, `${project}.json`)
  return runSuite(`${project} tests`, file, {
    name: `${project} tests`,
    command: ['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
  })
}

/** Runs the user stories in `browser`. */
export function runPlaywright(browser: string): Promise<Outcome> {
  const file = join(resultsFolder, 'browser.json')
  return runSuite('browser tests', file, {
    name: 'browser tests',
    command: ['playwright', 'test', '--reporter=line,json'],
    environment: { LINTEL_BROWSER: browser, LINTEL_SCREENS: 'off', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
}

/** A suite that ends badly although no test failed has crashed: that is one failure. */
async function runSuite(name: string, file: string, step: Step): Promise<Outcome> {
  await mkdir(resultsFolder, { recursive: true })
  await rm(file, { force: true })
  const result = await runStep(step)
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  )
  if (!report) {
    tell({ ...result, name, passed: false, output: `${result.output}\nThe run left no results: it crashed.` })
    return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: the run crashed`] }
  }
  const counts = countResults(report)
  const crashed = !result.passed && counts.failed === 0
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  const failures = failuresOf(report)
  // The failures stand before the output, which can be long.
  tell(
    { ...result, output: [...failures, '', result.output].join('\n') },
    `${counts.passed} passed, ${counts.failed} failed${skipped}${crashed ? ', and the run crashed' : ''}`,
  )
  return crashed ? { ...counts, failed: 1, failures: [`${name}: the run crashed`] } : { ...counts, failures }
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests?: number }
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } }

/** The counts of a JSON report of vitest or Playwright. */
export function countResults(report: VitestReport | PlaywrightReport): Counts {
  if ('stats' in report) {
    const { expected, flaky, unexpected, skipped } = report.stats
    return { passed: expected + flaky, failed: unexpected, skipped }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
}
