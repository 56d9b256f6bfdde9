import { parseArgs } from 'node:util'
import { verifyWhole } from '../src/audit/server/verifier.ts'
import { sayChainProblem } from '../src/audit/sayProblem.ts'
import { defaultLocale } from '../src/language/locale.ts'
import { translateFor } from '../src/language/server/texts.ts'
import { readConfig } from '../src/main/config.ts'
import { withDatabase } from '../src/main/keys.ts'
import { logPlaces } from '../src/main/sealing.ts'

const t = translateFor(defaultLocale)
const usage = 'npm run audit:verify -- [--environment uri-or-id]'

/**
 * Checks the chains of all logs, or of one environment's, and says for each how far it holds. The end of a chain that is
 * written down elsewhere shows by comparison whether somebody has made all of it anew. Ends with 1 where one is broken.
 */
try {
  const { environment } = parseArgs({ options: { environment: { type: 'string' } } }).values
  const config = readConfig(process.env)
  const isWhole = await withDatabase(config, async (database) => {
    const places = (await logPlaces(database)).filter(
      ({ uri, environmentId }) => environment === undefined || environment === uri || environment === environmentId,
    )
    if (places.length === 0) throw new Error(`There is no environment ${environment}: ${usage}`)
    let broken = 0
    for (const { schema, name } of places) {
      const { checked, problems, end } = await verifyWhole(database, schema)
      console.log(
        `${name}: ${checked} rows, ${problems.length === 0 ? 'whole' : 'BROKEN'}, ends with ${end.number}:${end.hash}`,
      )
      for (const problem of problems) console.log(`  ${sayChainProblem(t, problem)}`)
      broken += problems.length
    }
    return broken === 0
  })
  if (!isWhole) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
