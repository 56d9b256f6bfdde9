import type { Plugin } from 'vite'

/** The chunks of scripts/viteChunks.ts that a page needs beside the first one, by the kinds of pages that public/theme.js knows. */
const early = {
  auth: ['form', 'inputs', 'base'],
  default: ['frame', 'form', 'inputs', 'base'],
  database: ['frame', 'base'],
  grid: ['fields', 'records'],
} as const

const textFile = /\/locales\/start\/(\w+)\.json\?start$/

/**
 * Writes into the page which files its kinds need, so that theme.js can ask for them while the first file is still on
 * its way, instead of that one asking for them when it runs.
 */
export function earlyFiles(): Plugin {
  return {
    name: 'lintel-early-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const fileOf = (name: string) => {
          const found = chunks.find((chunk) => chunk.name === name)
          if (!found) throw new Error(`The build has no chunk ${name}`)
          return found.fileName
        }
        const kinds = Object.entries(early).map(([kind, names]) => [kind, names.map(fileOf).join(' ')])
        const texts = chunks.flatMap(({ facadeModuleId, fileName }) => {
          const locale = textFile.exec(facadeModuleId ?? '')?.[1]
          return locale ? [[`texts-${locale}`, fileName]] : []
        })
        const data = [...kinds, ...texts].map(([name, files]) => ` data-${name}="${files}"`).join('')
        page.source = String(page.source).replace('<script src="/theme.js"', `<script src="/theme.js"${data}`)
      },
    },
  }
}
