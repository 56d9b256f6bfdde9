import { existsSync, globSync, readFileSync } from 'node:fs'
import { addressOf } from '../architecture.ts'
import { flatten, type TextTree } from '../../src/language/messages.ts'
import { listLocaleFiles, type TextStage } from '../../src/language/server/localeFiles.ts'

/** Where the text of a key stands. */
export type TextPlace = { readonly room: string; readonly stage: TextStage }

/** A module that is loaded together with texts: `withTexts(import('#main/web/Page.tsx'), ['session'])`. */
export type TextLoad = { readonly from: string; readonly module: string; readonly parts: readonly string[] }

/** What a file of the web says and loads; `named` are the keys that stand there, be they said there or elsewhere. */
type WebFile = {
  readonly named: readonly string[]
  readonly imports: readonly string[]
  readonly loads: readonly TextLoad[]
  readonly keys: readonly string[]
  /** The parts of which it says keys that data bring: `@texts changes attributes` in a comment. */
  readonly parts: readonly string[]
  readonly saysData: boolean
}

const loadForm = /withTexts\(\s*import\('([^']+)'\),\s*\[([^\]]*)\],?\s*\)/g
const importForms = [
  /^(?:import|export) (?!type\b)[^'"]*?from '([^']+)'/gm,
  /^import '([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
]
const keyForm = /['"`]([A-Za-z]\w*(?:\.\w+)+)\b['"`]/g
const familyForm = /`([A-Za-z]\w*(?:\.\w+)*\.\w*)\$\{[^`]*`/g
// Pure code that says texts takes the function that does; keys elsewhere in it are data for the screens that say them.
const speaks = /\/web\/|\.tsx$/
const dataForm =
  /`fault\.\$\{|resolveTextKeys\(t|attributeTypes\[[^\]]+\]\.label|\bt\(sentence\)|`\$\{[^`]*` as TextKey|[^`] as TextKey\)/

/** Every key with the place of its text. */
export const places: ReadonlyMap<string, TextPlace> = new Map(
  listLocaleFiles('en').flatMap(({ room, stage, path }) => {
    const tree = JSON.parse(readFileSync(path, 'utf8')) as TextTree
    return Object.keys(flatten(tree)).map((key) => [key, { room, stage }] as const)
  }),
)

const webPaths = globSync('src/**/*.{ts,tsx}').filter((path) => !/\.test\.|\/server\/|^src\/main\/\w+\.ts$/.test(path))

/** Every load of a module with texts in the web. */
export function listTextLoads(): readonly TextLoad[] {
  return webPaths.flatMap((path) => readWebFile(path).loads)
}

/** The files that say keys which data bring, and don't tell of which parts. */
export function listUntoldSpeakers(): readonly string[] {
  return webPaths.filter((path) => {
    const { saysData, parts } = readWebFile(path)
    return saysData && parts.length === 0
  })
}

/** The keys said by some modules and by all that they import, but for what is loaded with texts of its own. */
export function listSaidKeys(roots: readonly string[]): ReadonlySet<string> {
  return new Set(listImported(roots).flatMap((path) => readWebFile(path).keys))
}

/** The keys that stand in some modules and in all that they import: what they say, and what they bring as data. */
export function listNamedKeys(roots: readonly string[]): ReadonlySet<string> {
  return new Set(listImported(roots).flatMap((path) => readWebFile(path).named))
}

/** The keys of one part that some modules say, and all that they import: what a failing comparison names. */
export function listKeysOfPart(roots: readonly string[], part: string): readonly string[] {
  return [...listSaidKeys(roots)].filter((key) => partOf(key) === part).toSorted()
}

/** The parts of the texts beyond the start that some modules say, and all that they import. */
export function listNeededParts(roots: readonly string[]): ReadonlySet<string> {
  const ofData = listImported(roots).flatMap((path) => readWebFile(path).parts)
  const ofKeys = [...listSaidKeys(roots)].map(partOf)
  return new Set([...ofData, ...ofKeys].filter((part) => part !== 'start'))
}

function partOf(key: string): string {
  const { room, stage } = places.get(key) ?? { room: '', stage: 'start' }
  return stage === 'screens' ? room : stage
}

function listImported(roots: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path) || !existsSync(path)) return
    seen.add(path)
    for (const next of readWebFile(path).imports) visit(next)
  }
  for (const root of roots) visit(root)
  return [...seen]
}

const files = new Map<string, WebFile>()

function readWebFile(path: string): WebFile {
  let file = files.get(path)
  if (!file) files.set(path, (file = parseWebFile(path, readFileSync(path, 'utf8'))))
  return file
}

function parseWebFile(path: string, source: string): WebFile {
  const loads = [...source.matchAll(loadForm)].map(([, target = '', parts = '']) => ({
    from: path,
    module: addressOf(path, target),
    parts: [...parts.matchAll(/'([^']+)'/g)].map(([, part = '']) => part),
  }))
  const rest = source.replaceAll(loadForm, '')
  const targets = importForms.flatMap((form) => [...rest.matchAll(form)].map(([, target = '']) => target))
  const isSpeaking = speaks.test(path) || source.includes("'#language/translate.ts'")
  const named = listKeys(rest)
  return {
    named,
    imports: targets.map((target) => addressOf(path, target)).filter((each) => /^src\/.*\.tsx?$/.test(each)),
    loads,
    keys: isSpeaking ? named : [],
    parts: /@texts ([\w/ ]+)/.exec(source)?.[1]?.trim().split(' ') ?? [],
    saysData: isSpeaking && !path.startsWith('src/language/') && dataForm.test(source),
  }
}

/** The keys that stand in a source, and those that its templates may make: `jobs.state.${state}`. */
function listKeys(source: string): readonly string[] {
  const literal = [...source.matchAll(keyForm)].map(([, key = '']) => key).filter((key) => places.has(key))
  const families = [...source.matchAll(familyForm)].flatMap(([template, prefix = '']) => {
    const parts = template.slice(1, -1).split(/\$\{[^}]*\}/)
    // Which faults there may be is told by whoever says them; other templates are no keys.
    if (prefix === 'fault.' || !parts.every((part) => /^[\w.]*$/.test(part))) return []
    const form = new RegExp(`^${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join(String.raw`\w+`)}$`)
    return [...places.keys()].filter((key) => form.test(key))
  })
  return [...literal, ...families]
}
