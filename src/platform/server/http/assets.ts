import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

export type WebFiles = {
  /** The folder that the web build made: index.html, `assets/` with a hash in each name, a few files beside them. */
  readonly folder: string
  /** Whether a path is one of the web's pages; any other gets the same page, which then says so, with status 404. */
  readonly isPage: (path: string) => boolean
}

/** First path segments that belong to calls and files: what is not found below them is no page of the web. */
const notPages = new Set(['api', 'assets', 'health', 'metrics', 'dev'])

/**
 * Serves the built web app: files with a hash in their name for ever, all others asked for anew each time. Twins that
 * the build compressed (`.br`, `.gz`) go to those who accept them.
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
