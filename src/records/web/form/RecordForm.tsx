import { lazy, Suspense, useEffect, useRef, type FormEvent } from 'react'
import { isOfFiles, columnOf, labelOf, type Field } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { controls } from '#attributes/web/controls.ts'
import { fieldLook } from '#attributes/web/fieldLook.ts'
import { letterKey } from '#design/letterKey.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { usePageKeys } from '#design/web/navigation/pageKeys.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import { RecordFacts } from '#records/web/form/RecordFacts.tsx'
import { useLiveFormulas } from '#records/web/form/useLiveFormulas.ts'
import { useRecordForm, type FormPrefill } from '#records/web/form/useRecordForm.ts'
import { isRecordId, type Table } from '#records/web/records.client.ts'
import { nameOf, type RecordRow } from '#records/wire.ts'
import { useFixedFields, useMayAct } from '#security/web/self.client.ts'
import { WhyNot } from '#security/web/explain/WhyNot.tsx'

type RecordFormProps = {
  readonly table: Table
  /** The record to change; none for a new one. */
  readonly record: RecordRow | undefined
  /** What a new record begins with. */
  readonly given?: FormPrefill
  readonly findLinked: FindLinked
  readonly onSaved: (record: RecordRow, next: 'stay' | 'new') => void
  readonly onCancel: () => void
  readonly onDelete?: () => void
  readonly onDirty?: (isDirty: boolean) => void
}

const ConflictDialog = lazy(async () => ({
  default: (await import('#records/web/form/ConflictDialog.tsx')).ConflictDialog,
}))

/** All fields of a record, two beside each other where there is room, with what the system knows of it at the side. */
export function RecordForm(props: RecordFormProps) {
  const { table, record, given, findLinked, onSaved, onCancel, onDelete, onDirty } = props
  const { t } = useLanguage()
  const after = useRef<'stay' | 'new'>('stay')
  const form = useRecordForm(table, record, (saved) => onSaved(saved, after.current), given)
  const { fields, values, heard, base, errors, isPending, isDirty, isRestored, conflict } = form
  const live = useLiveFormulas(table, base && !isDirty ? undefined : { ...base, ...heard })
  const isClosed = !table.entity.editable
  const mayCreate = useMayAct(table.envid, table.entity.id, 'create')
  const mayUpdate = useMayAct(table.envid, table.entity.id, 'update')
  const mayDelete = useMayAct(table.envid, table.entity.id, 'delete')
  const isKept = !(record ? mayUpdate : mayCreate)
  const fixed = useFixedFields(table.envid)
  const isDisabled = base?.status === 'disabled'
  const refused = {
    envid: table.envid,
    entityId: table.entity.id,
    ...(base && { recordId: base.id }),
    name: base ? nameOf(base, t('records.unnamed')) : table.entity.name,
    action: base ? 'update' : 'create',
  } as const
  useUnsavedWork(isDirty)
  const { data: model } = useModel(table.envid)
  usePageKeys('record')
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])

  const save = (next: 'stay' | 'new') => {
    after.current = next
    void form.save()
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || letterKey(event) !== 's') return
      event.preventDefault()
      // What is being typed counts too, so its control is left first.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      setTimeout(() => latest.current('stay'))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const hasFiles = useIsOn(table.envid, 'files', table.entity.id)
  const addressOf = (set: string, id: string) => {
    const target = model?.entitiesByUri.get(set)
    return target && isRecordId(id) ? `/${table.envid}/entity/${target.id}/${id}` : undefined
  }
  const control = (field: Field) => {
    const column = columnOf(field)
    const { control: controlName, wide } = attributeTypes[field.type]
    const Control = controls[controlName]
    const error = errors.find(({ name }) => name === column)?.text
    const isOff = !hasFiles && isOfFiles(field)
    const isReadOnly =
      isClosed ||
      isKept ||
      fixed.has(field.id) ||
      isOff ||
      (field.readonly && base !== undefined) ||
      (isDisabled && field.uri !== 'status')
    return (
      <div
        key={column}
        className={classes(wide ? 'min-w-0 @lg:col-span-2' : 'min-w-0', fieldLook(field))}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) form.told(field, 'blur')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && form.told(field, 'enter')) event.preventDefault()
        }}
      >
        <Control
          {...{ isReadOnly }}
          field={isOff ? { ...field, undertext: t('fault.feature.off', { feature: 'files' }) } : field}
          envid={table.envid}
          addressOf={addressOf}
          {...(base ? { recordId: base.id } : {})}
          findLinked={(each, text, signal) => findLinked(each, text, signal, heard)}
          name={column}
          label={labelOf(field, t)}
          value={(column in live ? live[column] : values[column]) ?? null}
          linked={form.linkedFor(field)}
          parentValue={form.parentValueOf(field)}
          onChange={(value, option) => form.set(field, value, option)}
          {...(error === undefined ? {} : { error })}
        />
      </div>
    )
  }
  return (
    <form
      noValidate
      className="@container flex min-h-0 flex-1 flex-col"
      aria-label={table.entity.name}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save('stay')
      }}
    >
      <div className="min-h-0 flex-1 overflow-auto p-4">
        <div className="flex flex-col gap-4">
          {isClosed && <Banner kind="locked">{t(base ? 'fault.managed.update' : 'fault.managed.create')}</Banner>}
          {isKept && !isClosed && (
            <Banner kind="locked">
              {t('records.byRole')} <WhyNot {...{ refused }} />
            </Banner>
          )}
          {isDisabled && !isClosed && <Banner kind="locked">{t('fault.record.disabled')}</Banner>}
          {isRestored && isDirty && (
            <Banner actions={<Button onPress={form.discard}>{t('records.draft.discard')}</Button>}>
              {t('records.draft.restored')}
            </Banner>
          )}
          <FormErrors errors={errors} />
          {form.isRefused && errors.length > 0 && (
            <p>
              <WhyNot {...{ refused }} />
            </p>
          )}
          <div className="flex flex-col gap-6 @4xl:flex-row">
            <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-4 @lg:grid-cols-2">
              {fields.map(control)}
            </div>
            {base && <RecordFacts table={table} record={base} />}
          </div>
        </div>
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-4 py-2">
        {onDelete && !isClosed && mayDelete && (
          <Button kind="quietDanger" onPress={onDelete}>
            {t('records.delete.action')}
          </Button>
        )}
        <span className="ml-auto text-label text-muted" role="status">
          {isDirty ? t('records.unsaved') : ''}
        </span>
        <Button
          onPress={() => {
            form.discard()
            onCancel()
          }}
        >
          {t('design.cancel')}
        </Button>
        {!isClosed && !isKept && (
          <>
            {!base && (
              <Button onPress={() => save('new')} isDisabled={isPending}>
                {t('records.saveAndNew')}
              </Button>
            )}
            <Button kind="primary" type="submit" isPending={isPending} isDisabled={base !== undefined && !isDirty}>
              {t('records.save')}
            </Button>
          </>
        )}
      </footer>
      {conflict && (
        <Suspense>
          <ConflictDialog
            fields={fields}
            conflicts={conflict.conflicts}
            current={conflict.current}
            linked={form.linked}
            onChoose={(mine) => void form.resolve(mine)}
            onClose={form.closeConflict}
          />
        </Suspense>
      )}
    </form>
  )
}
