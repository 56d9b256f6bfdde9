import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

export type WebFiles = {
  /** The folder of the web build: index.html, `assets/` with a hash in each name, and a few other files. */
  readonly folder: string
  /**
   * Whether a path is a page of the web app; any other path gets the same document with status 404, and the app shows a
   * not-found page.
   */
  readonly isPage: (path: string) => boolean
}

/** First path segments of calls and files: an unknown path below them is not answered with the web app. */
const notPages = new Set(['api', 'assets', 'health', 'metrics', 'dev'])

/**
 * Serves the built web app. Files with a hash in their name are cached forever; all other files are revalidated.
 * Clients that accept compression get the compressed twins of the build (`.br`, `.gz`).
 */
export async function serveWeb(app: Http, { folder, isPage }: WebFiles): Promise<void> {
  const page = await readFile(join(folder, 'index.html'))
  const beside = new Set((await readdir(folder)).filter((name) => name.includes('.') && name !== 'index.html'))
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { access: 'public', ...route.config }
    })
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    })
    scope.get('/*', (request, reply) => {
      const path = request.url.split('?')[0] ?? '/'
      const [first = ''] = path.slice(1).split('/')
      if (beside.has(first))
        return reply.header('cache-control', 'no-cache').sendFile(first, folder, { cacheControl: false })
      if (notPages.has(first)) throw fault('route.unknown', { path })
      return reply
        .status(isPage(path) ? 200 : 404)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(page)
    })
  })
}
