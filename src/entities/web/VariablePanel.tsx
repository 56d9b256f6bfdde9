import { X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { createVariable } from '#entities/operations/createVariable.ts'
import { operationProblems } from '#entities/problems.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useProblems } from '#entities/web/useProblems.ts'
import { VariableUses } from '#entities/web/VariableUses.tsx'
import { VariableValueField } from '#entities/web/VariableValueField.tsx'
import { useCreateVariable, useUpdateVariable } from '#entities/web/variables.client.ts'
import type { VariableRecord } from '#entities/wire.ts'
import { variableTypes, type VariableDraft, type VariableType } from '#expressions/variable.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

type VariablePanelProps = {
  readonly environmentId: string
  /** Undefined: a new one. */
  readonly variable: VariableRecord | undefined
  readonly onClose: () => void
  readonly onDelete: (variable: VariableRecord) => void
}

type Values = Required<VariableDraft>
const blank: Values = { key: '', type: 'text', value: null, description: null }
const newId = () => crypto.randomUUID()

/** Makes a variable or changes one. */
export function VariablePanel({ environmentId, variable, onClose, onDelete }: VariablePanelProps) {
  const { t } = useLanguage()
  const { data: model } = useModel(environmentId)
  const [values, setValues] = useState<Values>(variable ?? blank)
  const create = useCreateVariable(environmentId)
  const update = useUpdateVariable(environmentId)
  const undoToast = useUndoToast(environmentId)
  const problems = useProblems((target) => (isName(target) ? t(`variables.${target}`) : undefined))
  const before: Values = variable ?? blank
  const isDirty = names.some((name) => values[name] !== before[name])
  const isPending = create.isPending || update.isPending
  useUnsavedWork(isDirty && !create.isSuccess && !update.isSuccess)
  const change = (next: Partial<Values>) => {
    setValues({ ...values, ...next })
    for (const name of Object.keys(next)) problems.forget(name)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !model || (variable && !isDirty)) return
    const { key, type, value, description } = values
    const patch = { type, value, description }
    // What a key must be like is told at once; what reads the variable is known to the server alone.
    const found = variable
      ? []
      : operationProblems(createVariable, model, { kind: 'variable.create', key, ...patch }, newId)
    problems.tell(found)
    if (found.length > 0) return
    try {
      if (variable) {
        const saved = await update.mutateAsync({ ...patch, id: variable.id, version: variable.version })
        undoToast(t('variables.saved', { name: saved.key }), saved.change_id)
      } else {
        const made = await create.mutateAsync({ key, ...patch })
        undoToast(t('variables.made', { name: made.key }), made.change_id)
        onClose()
      }
    } catch (error) {
      problems.tellRefusal(error)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-header items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{variable?.key ?? t('variables.new')}</h2>
        <IconButton label={t('design.close')} icon={<X />} onPress={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4">
        <FormErrors errors={problems.errors} />
        <VariableFields {...{ values, problems }} isNew={variable === undefined} onChange={change} />
        {variable && (
          <section aria-label={t('variables.usedBy')} className="flex flex-col gap-1 border-t border-line pt-4">
            <h3 className="text-label font-medium text-muted">{t('variables.usedBy')}</h3>
            <VariableUses environmentId={environmentId} uses={variable.used_by} />
          </section>
        )}
      </div>
      <footer className="flex items-center gap-2 border-t border-line px-4 py-3">
        {variable && (
          <Button kind="quietDanger" onPress={() => onDelete(variable)}>
            {t('entities.delete.action')}
          </Button>
        )}
        <span className="flex-1" />
        <Button type="submit" kind="primary" isPending={isPending} isDisabled={variable !== undefined && !isDirty}>
          {t(variable ? 'variables.save' : 'variables.create')}
        </Button>
      </footer>
    </form>
  )
}

type VariableFieldsProps = {
  readonly values: Values
  readonly problems: ReturnType<typeof useProblems>
  readonly isNew: boolean
  readonly onChange: (next: Partial<Values>) => void
}

function VariableFields({ values, problems, isNew, onChange }: VariableFieldsProps) {
  const { t } = useLanguage()
  const { key, type, value, description } = values
  return (
    <>
      <TextField
        label={t('variables.key')}
        name="key"
        required
        isReadOnly={!isNew}
        value={key}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        undertext={t('variables.keyHint', { code: `variable.${key || 'key'}` })}
        onChange={(next) => onChange({ key: next.toLowerCase() })}
        {...told(problems.errorOf('key'))}
      />
      <Select
        label={t('variables.type')}
        name="type"
        required
        options={variableTypes.map((id) => ({ id, label: t(`variables.types.${id}`) }))}
        value={type}
        onChange={(id) => onChange({ type: id as VariableType, value: null })}
        {...told(problems.errorOf('type'))}
      />
      <VariableValueField
        {...{ type, value }}
        error={problems.errorOf('value')}
        onChange={(next) => onChange({ value: next })}
      />
      <TextArea
        label={t('variables.description')}
        name="description"
        value={description ?? ''}
        maxLength={255}
        onChange={(text) => onChange({ description: text || null })}
        {...told(problems.errorOf('description'))}
      />
    </>
  )
}

const names = ['key', 'type', 'value', 'description'] as const

function isName(target: string): target is (typeof names)[number] {
  return (names as readonly string[]).includes(target)
}

function told(error: string | undefined) {
  return error === undefined ? {} : { error }
}
