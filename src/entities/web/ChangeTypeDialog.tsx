import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isChoice, columnOf, type Attribute } from '#attributes/attribute.ts'
import { attributeTypes, offeredTypeNames, type AttributeTypeName } from '#attributes/types.ts'
import { TypeSelect } from '#attributes/web/TypeSelect.tsx'
import { useApplyChange } from '#changes/web/changes.client.ts'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { typesAfter } from '#entities/conversions.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { withChangedType } from '#entities/changedType.ts'
import { ConversionPreview, lostOf } from '#entities/web/ConversionPreview.tsx'
import { OptionsEditor } from '#entities/web/OptionsEditor.tsx'
import { proposeOptions } from '#entities/web/proposeOptions.ts'
import { useTypePreview } from '#entities/web/useTypePreview.ts'
import { isEnded, type Job } from '#jobs/job.ts'
import { JobProgress } from '#jobs/web/JobProgress.tsx'
import { useJob } from '#jobs/web/jobs.client.ts'
import { sayJobError } from '#jobs/web/sayJob.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type ChangeTypeDialogProps = {
  readonly environmentId: string
  readonly entity: EntityDefinition
  readonly attribute: Attribute
  readonly onClose: () => void
}

/** What a type needs said, or decides over losses, before values become its. */
const asked = ['maxlength', 'precision', 'scale', 'stars'] as const

/** Another type for an attribute: what becomes of each value is counted and shown before it happens. */
export function ChangeTypeDialog({ environmentId, entity, attribute, onClose }: ChangeTypeDialogProps) {
  const { t } = useLanguage()
  const undoToast = useUndoToast(environmentId)
  const apply = useApplyChange(environmentId)
  const { next, setNext, choose } = useNextType(environmentId, entity, attribute)
  const [accepted, setAccepted] = useState('')
  const [note, setNote] = useState('')
  const [jobId, setJobId] = useState<string | null>(null)
  const operation = next && operationOf(attribute, next)
  const preview = useTypePreview(environmentId, operation)
  const conversion = preview.data?.conversions[0]
  const lost = conversion ? lostOf(conversion) : 0
  const types = typesAfter(attribute.type).filter((type) => offeredTypeNames.includes(type))
  const isAccepted = lost === 0 || accepted === JSON.stringify(operation)

  const finish = (changeId: string) => {
    undoToast(t('entities.type.done', { name: attribute.name }), changeId)
    onClose()
  }
  const job = useConversionJob(environmentId, jobId, finish)
  const submit = () => {
    if (!operation) return
    const sent = { ...operation, ...(lost > 0 ? { accept_loss: true } : {}) }
    apply.mutate(
      { operations: [sent], note: note.trim() || null },
      { onSuccess: (done) => ('job_id' in done ? setJobId(done.job_id) : finish(done.id)) },
    )
  }
  const failure = apply.error ?? preview.error
  const isReady = preview.data !== undefined && preview.data.problems.length === 0 && !conversion?.repeated
  return (
    <Dialog
      isOpen
      width="large"
      title={t('entities.type.title', { name: attribute.name })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t(jobId === null ? 'design.cancel' : 'design.close')}</Button>
          {jobId === null && (
            <Button
              kind={lost > 0 ? 'danger' : 'primary'}
              isDisabled={!isReady || !isAccepted}
              isPending={apply.isPending}
              onPress={submit}
            >
              {t('entities.type.apply')}
            </Button>
          )}
        </>
      }
    >
      {jobId !== null ? (
        <ConversionJob {...{ environmentId, job }} />
      ) : (
        <div className="flex flex-col gap-4">
          <TypeSelect
            label={t('entities.type.to')}
            value={(next?.type ?? '') as AttributeTypeName}
            types={types}
            onChange={(type) => void choose(type)}
          />
          {next && (
            <>
              <TypeProperties attribute={next} onChange={setNext} />
              <ConversionPreview preview={preview.data} isPending={preview.isPending} attribute={attribute} />
              {failure != null && <Banner kind="error">{sayFault(t, failure).text}</Banner>}
              {lost > 0 && (
                <Checkbox
                  isSelected={isAccepted}
                  onChange={(isOn) => setAccepted(isOn ? JSON.stringify(operation) : '')}
                >
                  {t('entities.type.accept', { count: lost })}
                </Checkbox>
              )}
              <TextField
                label={t('entities.type.note')}
                value={note}
                onChange={setNote}
                maxLength={1000}
                undertext={t('entities.type.noteHint')}
                autoComplete="off"
              />
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The attribute with the type that was chosen; options for a choice are proposed from the values that are there. */
function useNextType(environmentId: string, entity: EntityDefinition, attribute: Attribute) {
  const [next, setNext] = useState<Attribute>()
  const choose = async (type: AttributeTypeName) => {
    setNext(withChangedType(attribute, type, entity.attributes))
    if (!isChoice({ type })) return
    const options = await proposeOptions(environmentId, entity.uri, columnOf(attribute)).catch(() => [])
    setNext((now) => (now?.type === type && now.options.length === 0 ? { ...now, options } : now))
  }
  return { next, setNext, choose }
}

/** The job that converts the values; its end is told once. */
function useConversionJob(environmentId: string, jobId: string | null, onDone: (changeId: string) => void) {
  const client = useQueryClient()
  const { data: job } = useJob(environmentId, jobId)
  const succeeded = job?.state === 'succeeded' ? String(job.result?.['change_id'] ?? '') : undefined
  useEffect(() => {
    if (succeeded === undefined) return
    void client.invalidateQueries({ queryKey: definitionsKey(environmentId) })
    onDone(succeeded)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [succeeded])

  return job
}

/** How far the job is that converts the values. */
function ConversionJob({ environmentId, job }: { environmentId: string; job: Job | undefined }) {
  const { t } = useLanguage()
  const jobError = job && sayJobError(t, job)
  return (
    <div className="flex flex-col gap-3">
      {job && <JobProgress environmentId={environmentId} job={job} />}
      {jobError !== undefined && <Banner kind="error">{jobError}</Banner>}
      {job?.state === 'cancelled' && <Banner>{t('jobs.state.cancelled')}</Banner>}
      {job && !isEnded(job) && <p className="text-muted">{t('jobs.left')}</p>}
    </div>
  )
}

type TypePropertiesProps = { readonly attribute: Attribute; readonly onChange: (attribute: Attribute) => void }

/** The options, lengths and digits that the new type needs. */
function TypeProperties({ attribute, onChange }: TypePropertiesProps) {
  const { t } = useLanguage()
  const properties = attributeTypes[attribute.type].properties as readonly string[]
  return (
    <>
      {isChoice(attribute) && (
        <OptionsEditor
          options={attribute.options}
          kept={[]}
          error={undefined}
          isLocked={false}
          onChange={(options) => onChange({ ...attribute, options })}
        />
      )}
      <div className="grid gap-4 empty:hidden sm:grid-cols-2">
        {asked
          .filter((name) => properties.includes(name))
          .map((name) => (
            <NumberField
              key={name}
              label={t(`attributes.property.${name}`)}
              decimal={false}
              value={attribute[name] === null ? '' : String(attribute[name])}
              onChange={(text) => onChange({ ...attribute, [name]: /^\d{1,6}$/.test(text) ? Number(text) : null })}
            />
          ))}
      </div>
    </>
  )
}

function operationOf(attribute: Attribute, next: Attribute) {
  const known = attributeTypes[next.type].properties as readonly string[]
  const said = [...asked, 'options' as const].filter((name) => known.includes(name))
  return {
    kind: 'attribute.update',
    id: attribute.id,
    version: attribute.version,
    type: next.type,
    ...Object.fromEntries(said.map((name) => [name, next[name]])),
  }
}
