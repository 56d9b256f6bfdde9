import { isOfFiles, columnOf, fieldLabel, type Field } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { controls } from '#attributes/web/controls.ts'
import { fieldLook } from '#attributes/web/fieldLook.ts'
import { classes } from '#design/web/theme/classes.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { RecordFormParts } from '#records/web/form/useRecordForm.ts'
import { isRecordId } from '#records/web/records.client.ts'

type FieldSlotProps = {
  readonly form: RecordFormParts
  readonly field: Field
  readonly findLinked: FindLinked
}

/** One field of a form, wherever a layout puts it: its label and control, its problem, and when others hear of its value. */
export function FieldSlot({ form: { table, state, rights, live }, field, findLinked }: FieldSlotProps) {
  const { t } = useLanguage()
  const { data: model } = useModel(table.envid)
  const hasFiles = useIsOn(table.envid, 'files', table.entity.id)
  const { base, heard, values, problems } = state
  const column = columnOf(field)
  const { control: controlName, wide } = attributeTypes[field.type]
  const Control = controls[controlName]
  const error = problems.errors.find(({ name }) => name === column)?.text
  const isOff = !hasFiles && isOfFiles(field)
  const addressOf = (set: string, id: string) => {
    const target = model?.entitiesByUri.get(set)
    return target && isRecordId(id) ? `/${table.envid}/entity/${target.id}/${id}` : undefined
  }
  return (
    <div
      className={classes(wide ? 'min-w-0 @lg:col-span-2' : 'min-w-0', fieldLook(field))}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) state.told(field, 'blur')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && state.told(field, 'enter')) event.preventDefault()
      }}
    >
      <Control
        isReadOnly={isOff || rights.isReadOnly(field)}
        field={isOff ? { ...field, undertext: t('fault.feature.off', { feature: 'files' }) } : field}
        envid={table.envid}
        addressOf={addressOf}
        {...(base ? { recordId: base.id } : {})}
        findLinked={(each, text, signal) => findLinked(each, text, signal, heard)}
        name={column}
        label={fieldLabel(field, t)}
        value={(column in live ? live[column] : values[column]) ?? null}
        linked={state.linkedFor(field)}
        parentValue={state.parentValueOf(field)}
        onChange={(value, option) => state.set(field, value, option)}
        {...(error === undefined ? {} : { error })}
      />
    </div>
  )
}
