import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { FormError } from '#design/web/fields/FormErrors.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { isNamingType } from '#entities/naming.ts'
import { entityUriProblems } from '#entities/rules.ts'
import { Fault, type Problem } from '#faults/fault.ts'
import { problemsOf } from '#faults/schema.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault } from '#platform/web/apiFault.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { controlOf, draftColumns, settledColumns, type ColumnDraft } from '#records/exchange/import/importDraft.ts'
import { dryRunSchema, type FileSettings, type Import, type ImportTarget } from '#records/exchange/import/settings.ts'
import { planTarget } from '#records/exchange/import/target.ts'
import { proposedEntity, type ProposedEntity } from '#records/exchange/import/proposedEntity.ts'
import { storeImportDraft, storedImportDraft } from '#records/exchange/web/import/storedDraft.ts'

// Keys come with data: @texts records/exchange entities attributes

/** What the maker has decided so far; kept on this device until the import starts. */
export type DraftState = {
  /** The entity that the rows go to; null: a new one. */
  readonly entityId: string | null
  readonly entity: ProposedEntity
  /** The column of the file whose values name the records of a new entity, where none is its name. */
  readonly naming?: number | null
  readonly columns: readonly ColumnDraft[]
  /** The uris of the fields by which rows are recognised as records that exist. */
  readonly keys: readonly string[]
  /** The zone of moments that name none. */
  readonly timezone: string
}

type DraftOptions = {
  readonly found: Import
  readonly model: Model
  readonly entityId: string | null
  readonly onChange: () => void
}

export type ImportDraft = ReturnType<typeof useImportDraft>

/** The decisions about one file, checked by the rules that the server has. */
export function useImportDraft({ found, model, entityId, onChange }: DraftOptions) {
  const { t, dateOrder, timeZone } = useLanguage()
  const { guess } = found
  const entityOf = (id: string | null): EntityDefinition | null => (id && model.entities.get(id)) || null
  const isTaken = (uri: string) => entityUriProblems(model, uri).length > 0
  const [state, setState] = useState<DraftState>(
    () =>
      storedImportDraft(found, timeZone) ?? {
        entityId,
        entity: proposedEntity(found.file, isTaken),
        columns: draftColumns(guess, entityOf(entityId), dateOrder),
        keys: [],
        timezone: timeZone,
      },
  )
  const [errors, setErrors] = useState<readonly FormError[]>([])
  useEffect(() => storeImportDraft(found, state), [found, state])
  const target = entityOf(state.entityId)

  const change = (next: Partial<DraftState>) => {
    setState({ ...state, ...next })
    if (errors.length > 0) setErrors([])
    onChange()
  }

  const toError = (problemTarget: string | undefined, text: string): FormError => {
    const name = problemTarget === 'settings.timezone' ? 'timezone' : controlOf(problemTarget, state)
    const uri = /^target\.(?:target\.)?([a-z][a-z0-9]*)$/.exec(problemTarget ?? '')?.[1]
    if (name) return { name, label: labelOf(name), text }
    const field = target?.attributes.find((each) => each.uri === uri)
    if (field) return { label: field.name, text: t('imports.requiredUnfilled') }
    return { text: problemTarget?.endsWith('columns') ? t('imports.noColumns') : text }
  }
  const labelOf = (name: string) => {
    if (name === 'timezone') return t('imports.zone.label')
    const [kind, at] = name.split('.')
    if (kind !== 'columns') return t(`entities.${at}` as TextKey)
    const column = guess.columns[Number(at)]
    return column?.header || column?.name || name
  }
  const say = ({ code, parameters }: Problem) => t(`fault.${code}` as TextKey, parameters)

  return {
    ...state,
    target,
    errors,
    change,
    changeColumn: (column: number, next: Partial<ColumnDraft>) =>
      change({ columns: state.columns.map((each) => (each.column === column ? { ...each, ...next } : each)) }),
    chooseEntity: (id: string | null) =>
      change({ entityId: id, columns: draftColumns(guess, entityOf(id), dateOrder), keys: [] }),
    errorOf: (name: string) => errors.find((error) => error.name === name)?.text,
    tellRefusal: (error: unknown) => {
      const isDetailed = error instanceof ApiFault && error.details.length > 0
      const found = isDetailed
        ? error.details.map((detail) => toError(detail.target, detail.message))
        : [toError(error instanceof ApiFault ? error.target : undefined, sayFault(t, error).text)]
      setErrors(found)
    },
    /** What to send; null, with its problems told, when the rules refuse it. */
    plan: (): { settings: FileSettings; target: ImportTarget } | null => {
      const { encoding, delimiter, header, skip } = guess
      const plan = {
        settings: {
          encoding: encoding.value,
          delimiter: delimiter.value,
          header: header.value,
          skip,
          timezone: state.timezone,
        },
        target: {
          entity: state.entityId ?? { ...state.entity, naming: namingOf(state) },
          columns: settledColumns(state.columns, guess, target),
          keys: settledKeys(state),
        },
      }
      const problems = problemsIn(model, plan)
      setErrors(problems.map((problem) => toError(problem.target, say(problem))))
      return problems.length > 0 ? null : plan
    },
  }
}

/** The columns that can name the records of a new entity; none where one is their name already. */
export function namingColumns(columns: readonly ColumnDraft[]): readonly ColumnDraft[] {
  if (columns.some(({ goes, field }) => goes === 'field' && field === 'name')) return []
  return columns.filter(({ goes, type }) => goes === 'new' && isNamingType(type))
}

function namingOf({ columns, naming }: DraftState): string | null {
  return namingColumns(columns).find(({ column }) => column === naming)?.uri ?? null
}

/** The keys that a column fills. */
function settledKeys({ entityId, columns, keys }: DraftState): string[] {
  if (entityId === null) return []
  return keys.filter((key) => columns.some(({ goes, field }) => goes === 'field' && field === key))
}

function problemsIn(model: Model, plan: { settings: FileSettings; target: ImportTarget }): readonly Problem[] {
  const read = z.safeParse(dryRunSchema, plan)
  if (!read.success) return problemsOf(read.error)
  try {
    planTarget(model, read.data.target, { entity: crypto.randomUUID(), newId: () => crypto.randomUUID() })
    return []
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.details.length > 0) return error.details
    return [{ code: error.code, parameters: error.parameters, target: error.target }]
  }
}
