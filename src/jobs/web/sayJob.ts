import type { Job, JobError } from '#jobs/job.ts'
import { resolveTextKeys } from '#language/resolveTextKeys.ts'
import type { TextKey, Translate } from '#language/translate.ts'

// Keys come with data: @texts jobs attributes changes entities platform records records/exchange

/** What a job is about, in the reader's words. Kinds bring their texts along: `jobs.title.<kind>`. */
export function sayJob(t: Translate, { kind, title }: Pick<Job, 'kind' | 'title'>): string {
  return t(`jobs.title.${kind}` as TextKey, title)
}

/** What a job is doing just now. */
export function sayPhase(t: Translate, { progress, state }: Pick<Job, 'progress' | 'state'>): string {
  if (state === 'queued' || progress.phase === '') return t('jobs.phase.waiting')
  return t(`jobs.phase.${progress.phase}` as TextKey)
}

/** Why a job failed. */
export function sayJobError(t: Translate, { error }: Pick<Job, 'error'>): string | undefined {
  return error ? sayReason(t, error) : undefined
}

/** Why a job that was begun waits, and that nobody has to do anything for it. */
export function sayWait(t: Translate, { waits_for: reason }: Pick<Job, 'waits_for'>): string | undefined {
  return reason ? t('jobs.waitsFor', { reason: sayReason(t, reason) }) : undefined
}

function sayReason(t: Translate, { message, code, parameters }: JobError): string {
  return message ?? t(`fault.${code}` as TextKey, resolveTextKeys(t, parameters))
}

/** What came of a job that succeeded, in a sentence or two; undefined for kinds that tell nothing. */
export function sayResult(t: Translate, { kind, result }: Pick<Job, 'kind' | 'result'>): string | undefined {
  if (!result) return undefined
  if (kind === 'import') {
    const updated = Number(result['updated'] ?? 0) > 0 ? [t('jobs.result.importUpdated', result)] : []
    return [t('jobs.result.import', result), ...updated].join(' ')
  }
  if (kind === 'conversion') return t('jobs.result.conversion')
  if (kind === 'bulkchange' || kind === 'bulkdelete' || kind === 'undo' || kind === 'naming' || kind === 'copyrecords')
    return t(`jobs.result.${kind}`, result)
  if (kind !== 'importundo') return undefined
  const table = result['entity'] === true ? [t('jobs.result.importundoEntity')] : []
  const attributes = result['attributes']
    ? [t(`jobs.result.importundoAttributes.${result['attributes'] === 'kept' ? 'kept' : 'removed'}`)]
    : []
  const restored = Number(result['restored'] ?? 0) > 0 ? [t('jobs.result.importundoRestored', result)] : []
  const gone = Number(result['gone'] ?? 0) > 0 ? [t('jobs.result.importundoGone', result)] : []
  return [t('jobs.result.importundo', result), ...restored, ...gone, ...table, ...attributes].join(' ')
}
