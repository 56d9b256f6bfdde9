import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const worlds: ReadonlySet<string> = new Set(['server', 'web'])

/** A concept of `src` with the concepts that it imports, and the rooms within it (folders without their world). */
type Concept = { readonly name: string; readonly uses: ReadonlySet<string>; readonly rooms: readonly string[] }

/** The content of docs/rooms.md: a diagram of the concepts with their imports, and a table of the rooms in them. */
export function roomsPage(): string {
  const concepts = readConcepts()
  const arrows = concepts.flatMap((concept) =>
    essential(concept, concepts).map((used) => `  ${concept.name} --> ${used}`),
  )
  const lines = concepts.map(({ name, rooms }) => `| \`${name}\` | ${rooms.map((room) => `\`${room}\``).join(', ')} |`)
  return `# The rooms of the tree

Made by \`node scripts/rooms.ts\` of the imports of \`src\`. An arrow says that a concept imports another; what follows from two arrows behind each other is left out. What each room holds stands in [ARCHITECTURE.md](../ARCHITECTURE.md).

\`\`\`mermaid
flowchart TD
${arrows.join('\n')}
\`\`\`

| concept | rooms within |
| --- | --- |
${lines.join('\n')}
`
}

function readConcepts(): readonly Concept[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  const names = [...new Set(files.map(conceptOf))].toSorted()
  return names.map((name) => {
    const own = files.filter((path) => conceptOf(path) === name)
    const uses = new Set(own.flatMap((path) => importsOf(path)).filter((used) => used !== name && names.includes(used)))
    return { name, uses, rooms: [...new Set(own.flatMap(roomOf))].toSorted() }
  })
}

function conceptOf(path: string): string {
  return path.split('/', 1)[0] ?? ''
}

function importsOf(path: string): string[] {
  const code = readFileSync(join(root, 'src', path), 'utf8')
  return [...code.matchAll(/(?:from|import\()\s*'#([\w]+)\//g)].map(([, concept = '']) => concept)
}

/** The first folder below the concept that is no world. */
function roomOf(path: string): string[] {
  const room = path
    .split('/')
    .slice(1, -1)
    .find((folder) => !worlds.has(folder))
  return room === undefined ? [] : [room]
}

/** The concepts that one imports and reaches by no other of them. */
function essential({ uses }: Concept, concepts: readonly Concept[]): string[] {
  const reached = new Set([...uses].flatMap((used) => [...reachedFrom(used, concepts)]))
  return [...uses].filter((used) => !reached.has(used)).toSorted()
}

function reachedFrom(name: string, concepts: readonly Concept[], found = new Set<string>()): ReadonlySet<string> {
  for (const used of concepts.find((each) => each.name === name)?.uses ?? []) {
    if (found.has(used)) continue
    found.add(used)
    reachedFrom(used, concepts, found)
  }
  return found
}
