import { useState } from 'react'
import { columnOf, fieldLabel, type Field } from '#attributes/attribute.ts'
import { validateRecord, type RecordMode } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import { sayProblem } from '#attributes/web/sayProblem.ts'
import type { FormError } from '#design/web/fields/FormErrors.tsx'
import type { Option } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { changedValues } from '#records/rebase.ts'
import { storeRecordDraft, storedRecordDraft } from '#records/web/form/drafts.ts'
import { createFields, defaultValues, formFields } from '#records/web/form/formFields.ts'
import { useDeferredChange } from '#records/web/form/useDeferredChange.ts'
import type { RecordPatch, LinkedNames } from '#records/web/recordChanges.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { linkedRecord, fieldValues, type RecordRow } from '#records/wire.ts'

/** What a new record begins with because somebody said so, as if it were typed; the names of its lookups may come later. */
export type FormPrefill = { readonly values: RecordPatch; readonly linked: LinkedNames }
const nothingGiven: FormPrefill = { values: {}, linked: {} }

type FormProblems = { readonly errors: readonly FormError[]; readonly isForbidden: boolean }
const noProblems: FormProblems = { errors: [], isForbidden: false }

export type FormState = ReturnType<typeof useFormState>

/**
 * The values of a record's form, or of a new record's: what was typed over which version, its problems, and its draft, which
 * survives the page. Knows neither how the fields are arranged nor how they are saved.
 */
export function useFormState(table: RecordsTable, record: RecordRow | undefined, given: FormPrefill = nothingGiven) {
  const { entity } = table
  const language = useLanguage()
  const mode: RecordMode = record ? 'update' : 'create'
  const fields = record ? formFields(table) : createFields(table)
  const [draft] = useState(() => storedRecordDraft(entity.id, record?.id))
  const [base, setBase] = useState(record)
  const [touched, setTouched] = useState<RecordPatch>({ ...draft?.values, ...given.values })
  const [chosenNames, setLinked] = useState<LinkedNames>(draft?.linked ?? {})
  const [problems, setProblems] = useState<FormProblems>(() => ({
    ...noProblems,
    errors: check(given.values).filter(({ name }) => name !== undefined && name in given.values),
  }))
  const [isRestored, setRestored] = useState(draft !== undefined)
  const { unheard, hold, told, forget } = useDeferredChange()
  const linked: LinkedNames = { ...given.linked, ...chosenNames }
  const stored = base ? fieldValues(base, fields) : defaultValues(fields)
  const values: RecordPatch = { ...stored, ...touched }
  /** The values as the rest of the form has heard of them. */
  const heard: RecordPatch = { ...values, ...unheard }
  const changes = base ? changedValues(stored, touched) : touched

  function set(field: Field, value: WireValue, option?: Option): void {
    const column = columnOf(field)
    const next = { ...touched, [column]: value }
    hold(field, values[column] ?? null)
    const names = { ...linked, [column]: option }
    setTouched(next)
    setLinked(names)
    storeRecordDraft(entity.id, record?.id, { values: next, linked: names, etag: base?.['@odata.etag'] ?? '' })
    const isMended =
      problems.errors.some(({ name }) => name === column) &&
      check({ [column]: value }).every(({ name }) => name !== column)
    if (isMended) setProblems({ ...problems, errors: problems.errors.filter(({ name }) => name !== column) })
  }

  /** What the rules of the entity have against values, each problem with the label of its field. */
  function check(candidate: RecordPatch): readonly FormError[] {
    const result = validateRecord(entity, candidate, mode)
    if (!('problems' in result)) return []
    return result.problems.map((problem) => labelled(problem.target ?? '', sayProblem(problem, language)))
  }

  function labelled(column: string, text: string): FormError {
    const field = fields.find((each) => columnOf(each) === column)
    return field ? { name: column, label: fieldLabel(field, language.t), text } : { text }
  }

  function discard(): void {
    setTouched({})
    forget()
    setLinked({})
    setProblems(noProblems)
    setRestored(false)
    storeRecordDraft(entity.id, record?.id, undefined)
  }

  function linkedFor(field: Field): Option | undefined {
    const chosen = linked[columnOf(field)]
    if (chosen && chosen.id === values[columnOf(field)]) return chosen
    const there = base ? linkedRecord(base, field) : undefined
    return there && there.id === values[columnOf(field)] ? { id: there.id, label: there.name ?? there.id } : undefined
  }

  /** What the select holds whose choice decides which options a field offers. */
  function parentValueOf({ parent_attribute }: Field): WireValue {
    const parent = parent_attribute === null ? undefined : fields.find(({ id }) => id === parent_attribute)
    return parent ? (heard[columnOf(parent)] ?? null) : null
  }

  return {
    fields,
    /** The record as it was read, over which the form is filled in; none for a new one. */
    base,
    setBase,
    stored,
    values,
    heard,
    told,
    changes,
    isDirty: Object.keys(changes).length > 0,
    isUntouched: Object.keys(touched).length === 0,
    isRestored,
    linked,
    linkedFor,
    parentValueOf,
    problems,
    setProblems,
    check,
    labelled,
    set,
    discard,
  }
}
