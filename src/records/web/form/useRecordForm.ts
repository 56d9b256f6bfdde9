import { useRef, useState } from 'react'
import { columnOf, labelOf, type Field } from '#attributes/attribute.ts'
import { validateRecord, type RecordMode } from '#attributes/record.ts'
import type { WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { isInForms } from '#attributes/web/controls.ts'
import type { FormError } from '#design/web/fields/FormErrors.tsx'
import type { Option } from '#design/web/choice/Select.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { sayProblem } from '#attributes/web/sayProblem.ts'
import { useLanguage } from '#language/web/language.tsx'
import { ApiFault, newIdempotencyKey } from '#platform/web/http.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import { changedValues } from '#records/rebase.ts'
import { keepDraft, keptDraft } from '#records/web/form/drafts.ts'
import type { Table } from '#records/web/records.client.ts'
import {
  createRecord,
  patchRecord,
  withNames,
  type Change,
  type LinkedNames,
} from '#records/web/recordChanges.client.ts'
import { saveRecord, type Saved } from '#records/web/form/saveRecord.ts'
import { useDeferredChange } from '#records/web/form/useDeferredChange.ts'
import { linkedOf, valuesOf, type RecordRow } from '#records/wire.ts'
import { isForbidden } from '#security/web/permissionTests/refusals.ts'

type Conflicted = Extract<Saved, { kind: 'conflict' }>

/** The fields that a form shows to be filled in: the name, the maker's, and the status. */
export function formFields(table: Table): readonly Field[] {
  const shown = table.entity.fields.filter(
    (field) => (!('label' in field) || field.uri === 'name') && isInForms(attributeTypes[field.type].control),
  )
  return [
    ...shown,
    ...table.entity.fields.filter((field) => 'label' in field && (field.uri === 'status' || field.uri === 'owner')),
  ]
}

/** What a new record begins with because somebody said so, as if it were typed; the names of its lookups may come later. */
export type FormPrefill = { readonly values: Change; readonly linked: LinkedNames }
const nothingGiven: FormPrefill = { values: {}, linked: {} }

/** Whether there is something to fill in for a new record: who creates it owns it, and its name may be filled from a value. */
function isTyped(field: Field): boolean {
  return columnOf(field) !== 'owner_id' && !('label' in field && field.readonly)
}

/** The form of a record, or of a new one: what was typed is never lost, all problems are told at once. */
export function useRecordForm(
  table: Table,
  record: RecordRow | undefined,
  onSaved: (record: RecordRow) => void,
  given: FormPrefill = nothingGiven,
) {
  const { entity } = table
  const language = useLanguage()
  const { t } = language
  const mode: RecordMode = record ? 'update' : 'create'
  const fields = formFields(table).filter((field) => record || isTyped(field))
  const labelled = (column: string, text: string): FormError => {
    const field = fields.find((each) => columnOf(each) === column)
    return field ? { name: column, label: labelOf(field, t), text } : { text }
  }
  const check = (candidate: Change): readonly FormError[] => {
    const result = validateRecord(entity, candidate, mode)
    if (!('problems' in result)) return []
    return result.problems.map((problem) => labelled(problem.target ?? '', sayProblem(problem, language)))
  }
  const [kept] = useState(() => keptDraft(entity.id, record?.id))
  const [base, setBase] = useState(record)
  const [touched, setTouched] = useState<Change>({ ...kept?.values, ...given.values })
  const [chosenNames, setLinked] = useState<LinkedNames>(kept?.linked ?? {})
  const [errors, setErrors] = useState<readonly FormError[]>(() =>
    check(given.values).filter(({ name }) => name !== undefined && name in given.values),
  )
  const [isRefused, setForbidden] = useState(false)
  const [isPending, setPending] = useState(false)
  const [conflict, setConflict] = useState<Conflicted>()
  const [isRestored, setRestored] = useState(kept !== undefined)
  const { unheard, hold, told, forget } = useDeferredChange()
  const linked: LinkedNames = { ...given.linked, ...chosenNames }
  const sending = useRef(false)
  const key = useRef(newIdempotencyKey())

  // A form that nobody has typed into follows the record as it changes elsewhere.
  if (record && base && record !== base && Object.keys(touched).length === 0 && !isPending) setBase(record)

  const stored = base ? valuesOf(base, fields) : defaults(fields)
  const values: Change = { ...stored, ...touched }
  /** The values as the rest of the form has heard of them. */
  const heard: Change = { ...values, ...unheard }
  const changes = base ? changedValues(stored, touched) : touched
  const isDirty = Object.keys(changes).length > 0

  function set(field: Field, value: WireValue, option?: Option): void {
    const column = columnOf(field)
    const next = { ...touched, [column]: value }
    hold(field, values[column] ?? null)
    const names = { ...linked, [column]: option }
    setTouched(next)
    setLinked(names)
    keepDraft(entity.id, record?.id, { values: next, linked: names, etag: base?.['@odata.etag'] ?? '' })
    if (errors.some(({ name }) => name === column) && !problemOf(column, value)) {
      setErrors(errors.filter(({ name }) => name !== column))
    }
  }

  function problemOf(column: string, value: WireValue): boolean {
    return check({ [column]: value }).some(({ name }) => name === column)
  }

  async function save(): Promise<RecordRow | undefined> {
    if (sending.current || (base && !isDirty)) return base
    const wanted = base ? changes : withoutEmpty(values, stored)
    const found = check(wanted)
    setErrors(found)
    if (found.length > 0) return undefined
    return send(async () => {
      if (!base) return { kind: 'saved', record: await createRecord(table, wanted, key.current), mergedColumns: [] }
      return saveRecord(table, base, wanted)
    })
  }

  /** After a choice between both values: what was chosen of mine goes on top of what the record now is. */
  async function resolve(mine: Change): Promise<RecordRow | undefined> {
    if (!conflict) return undefined
    const { current, changes: others } = conflict
    setConflict(undefined)
    setBase(current)
    const wanted = { ...others, ...mine }
    if (Object.keys(wanted).length === 0) {
      finish(current)
      return current
    }
    return send(async () => {
      const record = await patchRecord(table, current.id, wanted, current['@odata.etag'])
      return { kind: 'saved', record, mergedColumns: [] }
    }, current)
  }

  async function send(work: () => Promise<Saved>, on: RecordRow | undefined = base): Promise<RecordRow | undefined> {
    sending.current = true
    setPending(true)
    try {
      const saved = await work()
      if (saved.kind === 'conflict') {
        setConflict(saved)
        return undefined
      }
      const next = withNames(saved.record, on ?? saved.record, entity.fields, linked)
      if (saved.mergedColumns.length > 0) toast({ text: t('records.merged', { fields: namesOf(saved.mergedColumns) }) })
      else toast({ kind: 'done', text: t('records.saved') })
      finish(next)
      return next
    } catch (error) {
      setErrors(errorsOf(error))
      setForbidden(isForbidden(error))
      // The answer to an earlier try was lost, and what is typed has changed since: who still wants it sends it as new.
      if (error instanceof ApiFault && error.code === 'request.repeated') key.current = newIdempotencyKey()
      return undefined
    } finally {
      sending.current = false
      setPending(false)
    }
  }

  function finish(next: RecordRow): void {
    key.current = newIdempotencyKey()
    discard()
    if (record) setBase(next)
    onSaved(next)
  }

  function discard(): void {
    setTouched({})
    forget()
    setLinked({})
    setErrors([])
    setForbidden(false)
    setRestored(false)
    keepDraft(entity.id, record?.id, undefined)
  }

  function errorsOf(error: unknown): readonly FormError[] {
    if (error instanceof ApiFault && error.details.length > 0) {
      return error.details.map(({ target = '', message }) => labelled(target, message))
    }
    return [{ text: sayFault(t, error).text }]
  }

  function namesOf(columns: readonly string[]): string {
    return columns.map((column) => labelled(column, '').label ?? column).join(', ')
  }

  function linkedFor(field: Field): Option | undefined {
    const chosen = linked[columnOf(field)]
    if (chosen && chosen.id === values[columnOf(field)]) return chosen
    const there = base ? linkedOf(base, field) : undefined
    return there && there.id === values[columnOf(field)] ? { id: there.id, label: there.name ?? there.id } : undefined
  }

  /** What the select holds whose choice decides which options a field offers. */
  function parentValueOf({ parent_attribute }: Field): WireValue {
    const parent = parent_attribute === null ? undefined : fields.find(({ id }) => id === parent_attribute)
    return parent ? (heard[columnOf(parent)] ?? null) : null
  }

  return {
    fields,
    values,
    /** Whether the last try was refused for want of rights. */
    isRefused,
    heard,
    told,
    base,
    errors,
    isPending,
    isDirty,
    isRestored,
    conflict,
    linked,
    set,
    save,
    resolve,
    discard,
    linkedFor,
    parentValueOf,
    closeConflict: () => setConflict(undefined),
  }
}

/** What a new record starts with, as the server would fill it in. */
function defaults(fields: readonly Field[]): Change {
  return Object.fromEntries(
    fields.map((field) => [
      columnOf(field),
      field.default === null ? null : typeof field.default === 'number' ? String(field.default) : field.default,
    ]),
  )
}

// What was left empty is not sent, so that the server fills in what it knows better.
function withoutEmpty(values: Change, stored: Change): Change {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => (value !== null && value !== '') || (stored[column] ?? null) !== null,
    ),
  )
}
