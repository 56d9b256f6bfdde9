import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Names each build: `build.json` contains the id that the web app polls, and the page carries the id of its own build.
 * The id is made of the names of the built files, which contain a hash of their contents.
 */
export function buildManifest(): Plugin {
  return {
    name: 'lintel-build-manifest',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const names = Object.keys(bundle)
          .filter((name) => name !== 'index.html')
          .toSorted()
        const id = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
        this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ id }) })
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        page.source = String(page.source).replace('</head>', `  <meta name="build" content="${id}" />\n  </head>`)
      },
    },
  }
}
