type VitestReport = {
  testResults: { assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[] }[]
}
type Suite = {
  title: string
  specs?: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
  suites?: Suite[]
}

const lineLength = 400

/**
 * A line for each failed test of a JSON report of vitest or Playwright: its title, and the beginning of its message.
 */
export function failuresOf(report: VitestReport | { suites: Suite[] }): string[] {
  if ('suites' in report) return report.suites.flatMap((suite) => failuresIn(suite))
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => line(fullName, failureMessages?.[0])),
  )
}

function failuresIn({ title, specs = [], suites = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map((spec) => line(`${title} ${spec.title}`, spec.tests.at(0)?.results.at(-1)?.error?.message)),
    ...suites.flatMap((suite) => failuresIn(suite)),
  ]
}

function line(title: string, message = ''): string {
  return `${title}: ${message.replaceAll(/\s+/g, ' ')}`.slice(0, lineLength)
}
