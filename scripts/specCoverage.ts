import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run/step.ts'
import { resultsFolder } from './run/suites.ts'
import { passingTitles, sectionCoverage, parseRequirements } from './run/requirements.ts'

// How many requirements of docs/requirements.csv have a passing test of the last `npm test` that names them, by section.
const requirements = parseRequirements(await readFile(join(root, 'docs', 'requirements.csv'), 'utf8'))
const files = (await readdir(resultsFolder).catch(() => [])).filter((name) => name.endsWith('.json'))
if (files.length === 0) console.log('There are no results yet: run npm test first.')
const reports = await Promise.all(
  files.map(async (name) => JSON.parse(await readFile(join(resultsFolder, name), 'utf8'))),
)
const sections = sectionCoverage(requirements, reports.flatMap(passingTitles))

for (const { section, shown, total } of sections) {
  console.log(`${String(shown).padStart(5)} of ${String(total).padStart(4)}  ${section}`)
}
const shown = sections.reduce((sum, section) => sum + section.shown, 0)
console.log(`${String(shown).padStart(5)} of ${String(requirements.length).padStart(4)}  in all`)
