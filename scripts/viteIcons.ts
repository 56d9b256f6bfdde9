import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const iconFile = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

type Element = readonly [name: string, attributes: Readonly<Record<string, string>>]
type IconModule = { readonly __iconData?: { readonly node: readonly Element[] } }

/**
 * Replaces lucide's icon code by a few lines of this project: the bundle contains only the drawing of each icon,
 * without names, default size, and keys for lists that never change.
 */
export function icons(): Plugin {
  return {
    name: 'lintel-icons',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!iconFile.test(id)) return null
      const { __iconData: icon } = (await import(pathToFileURL(id).href)) as IconModule
      // Another name of an icon has no drawing of its own.
      if (!icon) return null
      const node = icon.node.map(([name, { key: _key, ...attributes }]) => [name, attributes])
      return {
        code: `import { drawnIcon } from '/src/design/web/theme/drawnIcon.ts'\nexport default drawnIcon(${JSON.stringify({ node })})`,
        moduleType: 'js',
      }
    },
  }
}
