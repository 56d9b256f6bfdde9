import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { listMetadataParts, serverTypeParts } from '../src/attributes/listMetadataParts.ts'

const query = '?look'
const kept = new Set<string>(listMetadataParts)
const ofServers = new Set<string>(serverTypeParts)

/**
 * Leaves what only servers need out of the attribute types, and gives src/attributes/listMetadata.ts a copy of the attribute types that has only what lists need. What the rest of a type
 * imports goes with it, as nothing uses it any more.
 */
export function leanTypes(): Plugin {
  return {
    name: 'lintel-lean-types',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      const isRegistry = source === '#attributes/types.ts' && importer.endsWith('/attributes/listMetadata.ts')
      const isType = source.startsWith('#attributes/types/') && importer.endsWith(`/attributes/types.ts${query}`)
      if (!isRegistry && !isType) return null
      const found = await this.resolve(source, importer.replace(query, ''), { skipSelf: true })
      return found && `${found.id}${query}`
    },
    async load(id) {
      if (!id.endsWith(query)) return null
      return { code: await readFile(id.slice(0, -query.length), 'utf8'), moduleType: 'ts' }
    },
    transform: {
      order: 'post',
      handler(code, id) {
        if (!id.includes('/attributes/types/')) return null
        const isForLists = id.endsWith(query)
        const parts = this.parse(code).body.flatMap((statement) => {
          if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
            return []
          const [variable] = statement.declaration.declarations
          return variable?.init?.type === 'ObjectExpression' ? variable.init.properties : []
        })
        const texts = new Map(
          parts.flatMap((part) =>
            part.type === 'Property' && part.key.type === 'Identifier'
              ? [[part.key.name, code.slice(part.start, part.end)] as const]
              : [],
          ),
        )
        if (!texts.has('columnName')) return null
        // A filter compares texts and choices of a list as they are; anything else is read before.
        const isText = texts.get('edm')?.includes('Edm.String') && !texts.get('control')?.includes('select')
        const isUnread = isText || texts.has('isList') || texts.get('operators')?.endsWith('[]')
        const rest = parts.filter((part) => {
          const name = part.type === 'Property' && part.key.type === 'Identifier' ? part.key.name : ''
          if (!isForLists) return ofServers.has(name)
          return !kept.has(name) && (name !== 'reader' || isUnread)
        })
        return { code: withoutIdleImports(without(code, rest)), map: null }
      },
    },
  }
}

/** The code without some properties of an object, and without the commas after them. */
function without(code: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  return parts
    .toReversed()
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^\s*,/, ''), code)
}

/** The code without the imports of which nothing is used any more, as they would bring their files along. */
function withoutIdleImports(code: string): string {
  const said = code.replaceAll(/^import .*$/gm, '')
  return code.replaceAll(/^import \{([^}]*)\} from .*$/gm, (whole, names: string) =>
    names.split(',').some((name) => new RegExp(`\\b${name.trim()}\\b`).test(said)) ? whole : '',
  )
}
