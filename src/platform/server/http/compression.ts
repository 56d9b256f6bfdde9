import compress from '@fastify/compress'
import { constants } from 'node:zlib'
import type { Http } from '#platform/server/http/validation.ts'

/** Shorter answers fit into a packet or two without compression, in bytes. */
const threshold = 4096

/**
 * Compresses the long answers of a service for clients that accept compression, at the low level that pays off for
 * uncached answers.
 */
export async function compressAnswers(service: Http): Promise<void> {
  await service.register(compress, {
    threshold,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    },
    zlibOptions: { level: 1 },
    globalDecompression: false,
  })
}
