import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Leaves a `.br` and a `.gz` beside every built file that is worth it. */
export function compressedTwins(): Plugin {
  return {
    name: 'lintel-compressed-twins',
    apply: 'build',
    enforce: 'post',
    writeBundle: { order: 'post', handler: ({ dir }) => compressAll(join(dir ?? 'dist/web', 'assets')) },
  }
}

async function compressAll(assets: string): Promise<void> {
  const names = (await readdir(assets)).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(assets, name)
      const bytes = await readFile(path)
      if (bytes.length < 1024) return
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
