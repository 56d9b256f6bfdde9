import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What the sign-in page and a grid load of scripts, in kilobytes under gzip, and the most that they may: read from the
 * manifest of the build in dist/web. `bench/webWeight.ts` weighs the same in a browser.
 * node scripts/webSize.ts
 */
const folder = join(import.meta.dirname, '..', 'dist', 'web')

type Chunk = { readonly file: string; readonly imports?: readonly string[] }

const texts = 'src/language/locales/start/en.json'
const pages = [
  {
    name: 'sign-in',
    most: 120,
    roots: [`${texts}?start`, 'src/main/web/AuthLayout.tsx', 'src/accounts/web/signIn/SignInPage.tsx'],
  },
  {
    name: 'a grid',
    most: 170,
    roots: [
      `${texts}?start`,
      `${texts}?session`,
      'src/main/web/entrance.ts',
      'src/main/web/DatabaseLayout.tsx',
      'src/records/web/list/RecordsPage.tsx',
      'src/records/web/list/RecordsState.tsx',
    ],
  },
]

const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
for (const { name, most, roots } of pages) {
  const files = ['theme.js', ...filesOf(roots)]
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length),
  )
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  console.log(`${name}: ${kilobytes.toFixed(1)} of ${most} kB in ${files.length} scripts`)
  if (kilobytes > most) process.exitCode = 1
}

/** The scripts of some modules with all that they import at once, each named once. */
function filesOf(roots: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    seen.add(key)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const root of roots) visit(root)
  return [...new Set([...seen].map((key) => manifest[key]?.file ?? ''))]
}
