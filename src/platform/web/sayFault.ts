import type { Translate } from '#language/translate.ts'
import { ApiFault } from '#platform/web/apiFault.ts'

/** What went wrong, in the reader's words, and the number to quote when there is one. */
export function sayFault(t: Translate, error: unknown): { text: string; requestId?: string } {
  if (!(error instanceof ApiFault)) return { text: t('fault.server.internal') }
  const text =
    error.code === 'network'
      ? t('platform.network')
      : error.code === 'http'
        ? t('fault.server.unavailable')
        : error.code === 'permissionTest.failed'
          ? [error.message, ...error.details.map(({ message }) => message)].join('\n')
          : error.message
  return error.requestId ? { text, requestId: error.requestId } : { text }
}
