export type Requirement = { readonly id: string; readonly section: string }

export type SectionCoverage = { readonly section: string; readonly shown: number; readonly total: number }

/** The rows of docs/requirements.csv: id and section are plain, only the text may be quoted. */
export function parseRequirements(csv: string): Requirement[] {
  return [...csv.matchAll(/^(R\d+),("(?:[^"]|"")*"|[^,]*),/gm)].map(([, id = '', section = '']) => ({
    id,
    section: section.replaceAll(/^"|"$/g, '').replaceAll('""', '"'),
  }))
}

/** For each section, in the order of the file: how many of its requirements a title names, as in `[R12]` or `[R12, R13]`. */
export function sectionCoverage(requirements: readonly Requirement[], titles: readonly string[]): SectionCoverage[] {
  const named = new Set(titles.flatMap((title) => title.match(/\bR\d{3,}\b/g) ?? []))
  const bySection = Map.groupBy(requirements, ({ section }) => section)
  return [...bySection].map(([section, rows]) => ({
    section,
    shown: rows.filter(({ id }) => named.has(id)).length,
    total: rows.length,
  }))
}

type VitestReport = { testResults: { assertionResults: { status: string; fullName: string }[] }[] }
type Suite = { title: string; specs?: { title: string; ok: boolean; tests: { status: string }[] }[]; suites?: Suite[] }

/** The titles of the tests that passed, of a JSON report of vitest or Playwright. */
export function passingTitles(report: VitestReport | { suites: Suite[] }): string[] {
  if ('suites' in report) return report.suites.flatMap((suite) => titlesOf(suite))
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  )
}

function titlesOf({ title, specs = [], suites = [] }: Suite): string[] {
  const passed = specs.filter(({ ok, tests }) => ok && tests.some(({ status }) => status !== 'skipped'))
  return [...passed.map((spec) => spec.title), ...suites.flatMap((suite) => titlesOf(suite))].map(
    (own) => `${title} ${own}`,
  )
}
