export type Requirement = {
  readonly id: string
  readonly section: string
  /** What tests show of it each by itself; none: a test shows it as a whole. */
  readonly aspects: readonly string[]
}

export type SectionCoverage = { readonly section: string; readonly shown: number; readonly total: number }

/** An attribute type is edited in forms, shown in grids, stored over the API, and exported and imported. */
const typeAspects = ['form', 'grid', 'API', 'exchange']

/** The rows of docs/requirements.csv. */
export function parseRequirements(csv: string): Requirement[] {
  return [...csv.matchAll(/^(R\d+),("(?:[^"]|"")*"|[^,]*),"?(.*)$/gm)].map(([, id = '', section = '', text = '']) => ({
    id,
    section: section.replaceAll(/^"|"$/g, '').replaceAll('""', '"'),
    aspects: text.startsWith('Attribute type ') ? typeAspects : [],
  }))
}

/**
 * For each section, in the order of the file: how many of its requirements titles name, as in `[R120]` or `[R120, R130]`. A
 * requirement with aspects counts when each of them is named, as in `[R180:form]`.
 */
export function sectionCoverage(requirements: readonly Requirement[], titles: readonly string[]): SectionCoverage[] {
  const named = new Set(titles.flatMap((title) => title.match(/\bR\d{3,}(?::\w+)?\b/g) ?? []))
  const bySection = Map.groupBy(requirements, ({ section }) => section)
  return [...bySection].map(([section, rows]) => ({
    section,
    shown: rows.filter(({ id, aspects }) =>
      aspects.length === 0 ? named.has(id) : aspects.every((aspect) => named.has(`${id}:${aspect}`)),
    ).length,
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
