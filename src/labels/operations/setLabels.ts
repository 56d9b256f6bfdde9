import * as z from 'zod/mini'
import type { Author, Operation, OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'
import type { Problem } from '#faults/fault.ts'
import { baseTextsOf, nameOfText, labelProblems, type BaseText } from '#labels/baseText.ts'
import { nameOfPlace, type Label, type LabelPlace } from '#labels/label.ts'
import { dropLabels, labelsOf, putLabels } from '#labels/model.ts'
import { localeCodes, locales } from '#language/locale.ts'
import { viewsIn } from '#views/model.ts'

const saidSchema = z.strictObject({
  /** The definition: the table, an attribute of it, or a shared view of it. */
  id: z.uuid('request.idInvalid'),
  property: z.string().check(z.maxLength(120, 'validation.tooLong')),
  locale: z.enum(localeCodes, 'validation.option'),
  /** Null or empty: the base text is read again. */
  text: z.nullable(z.string().check(z.trim())),
  /** The label at the time of the change, for the detection of conflicts; without it the last change wins. */
  was: z.optional(z.nullable(z.string())),
})
type Said = z.output<typeof saidSchema>

/** Most labels that one operation sets. */
export const labelsLimit = 5000
const schema = z.strictObject({
  kind: z.literal('label.set'),
  entity_id: z.uuid('request.idInvalid'),
  labels: z
    .array(saidSchema)
    .check(z.minLength(1, 'validation.required'), z.maxLength(labelsLimit, 'validation.tooLong')),
})
export type SetLabels = z.output<typeof schema>

/** Says texts of a table, of its attributes and views, in other languages, or takes them back. */
export const setLabels: OperationKind<Model, SetLabels> = {
  kind: 'label.set',
  activity: 'alter-entities',
  schema,
  complete: (operation) => operation,
  check(model, { entity_id: entityId, labels }, author) {
    const entity = model.entities.get(entityId)
    if (!entity) return [{ code: 'definition.unknown', target: 'entity_id' }]
    const texts = new Map(baseTextsOf(entity, viewsIn(model)).map((text) => [nameOfText(text), text]))
    const now = labelsOf(model, entityId)
    return labels.flatMap((said, at) => {
      const base = texts.get(nameOfText(placeOf(said)))
      return saidProblems(said, base, now.get(nameOfPlace(placeOf(said))), author).map((problem) => ({
        ...problem,
        target: `labels.${at}.${problem.target ?? 'text'}`,
      }))
    })
  },
  apply(model, { entity_id: entityId, labels }, changeId) {
    const now = labelsOf(model, entityId)
    const last = [...new Map(labels.map((said) => [nameOfPlace(placeOf(said)), said])).entries()]
    const put = last.flatMap(([name, said]): Label[] => {
      const isSame = now.get(name)?.text === said.text
      return said.text && !isSame
        ? [{ ...placeOf(said), entity_id: entityId, text: said.text, change_id: changeId }]
        : []
    })
    const gone = last.flatMap(([name, { text }]) => (text || !now.has(name) ? [] : [name]))
    const left = gone.length === 0 ? model : dropLabels(model, new Set(gone))
    return put.length === 0 ? left : putLabels(left, put)
  },
  invert(before, { entity_id: entityId, labels }) {
    const was = labelsOf(before, entityId)
    const places = new Map(labels.map((said) => [nameOfPlace(placeOf(said)), placeOf(said)]))
    const back = [...places].map(([name, place]) => ({ ...place, text: was.get(name)?.text ?? null }))
    return settingLabels(entityId, back)
  },
  footprint: (_before, { entity_id: entityId, labels }) => ({
    writes: labels.map(({ id, property, locale }) => `${id}.text ${locale} ${property}`),
    needs: [...new Set([entityId, ...labels.map(({ id }) => id)])],
  }),
  impact: () => [],
  sentence(before, { entity_id: entityId, labels }) {
    const languages = localeCodes.filter((code) => labels.some(({ locale }) => locale === code))
    return {
      key: 'changes.sentence.labelSet',
      values: {
        name: before.entities.get(entityId)?.collectionname ?? '',
        count: labels.length,
        languages: languages.map((code) => locales[code].name).join(', '),
      },
    }
  },
}

type Placed = LabelPlace & { readonly text: string | null }

/** The operations that give labels these texts: as many as it takes, for one sets only so many. */
export function settingLabels(entityId: string, labels: readonly Placed[]): Operation[] {
  return Array.from({ length: Math.ceil(labels.length / labelsLimit) }, (_, turn) => ({
    kind: 'label.set',
    entity_id: entityId,
    labels: labels
      .slice(turn * labelsLimit, (turn + 1) * labelsLimit)
      .map(({ definition_id: id, property, locale, text }) => ({ id, property, locale, text })),
  }))
}

function placeOf({ id, property, locale }: Said): LabelPlace {
  return { definition_id: id, property, locale }
}

function saidProblems(
  { property, text, was }: Said,
  base: BaseText | undefined,
  label: Label | undefined,
  author: Author,
): Problem[] {
  // A missing definition has no label to remove.
  if (!base) return text ? [{ code: 'definition.unknown', target: 'id' }] : []
  const untouchable = touchProblems({ managed: base.managed, version: 0 }, undefined, author, 'update')
  if (untouchable.length > 0) return untouchable
  if (was !== undefined && was !== (label?.text ?? null)) return [{ code: 'definition.stale' }]
  return text && author !== 'undo' ? labelProblems(property, text) : []
}
