import { createHash } from 'node:crypto'
import type { Model } from '#entities/model.ts'
import { entityRecord } from '#entities/wire.ts'
import { labelsName } from '#labels/model.ts'
import { labelConcept } from '#labels/operations.ts'
import { loadLabels, loadLabelTexts, saveLabels } from '#labels/server/labels.store.ts'
import { localizeDefinitions } from '#labels/localizeDefinitions.ts'
import type { Locale } from '#language/locale.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { ViewsPart } from '#views/wire.ts'

/** Labels as a part of the definitions that change sets change. */
export const labelDefinitions = {
  concept: labelConcept,
  load: async (executor: Executor, schema: string) => ({ [labelsName]: await loadLabels(executor, schema) }),
  save: saveLabels,
}

/** The reader of definitions: database, environment and language. */
export type LabelReader = {
  readonly database: Executor
  readonly environment: { readonly schema: string }
  readonly locale: Locale
}

type Told<Part> = { readonly tag: string; readonly part: Part }

/**
 * The texts of the definitions in the member's language, as far as there are labels. The tag changes with the labels;
 * without any labels, all languages get the same texts.
 */
export async function wordedPart(
  { database, environment, locale }: LabelReader,
  seen: Model,
  told: Promise<Told<ViewsPart>>,
): Promise<Told<object>> {
  const [texts, { tag, part }] = await Promise.all([loadLabelTexts(database, environment.schema, locale), told])
  if (Object.keys(texts).length === 0) return { tag, part }
  const words = localizeDefinitions([...seen.entities.values()].map(entityRecord), part.views, texts)
  if (!words) return { tag, part }
  const { said, ...rest } = words
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
  return { tag: `${tag}.${locale}.${hash}`, part: { ...part, ...rest } }
}
