import { useUndoToast } from '#changes/web/undoToast.ts'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { tsvLimit, type Entity } from '#entities/entity.ts'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useUpdateEntity } from '#entities/web/entityChanges.client.ts'
import { useStaleSave } from '#entities/web/useStaleSave.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

const flags = ['editable', 'searchable', 'queryable', 'tsv', 'recordsharing', 'auditable', 'requireetag'] as const

/** What can be switched on and off for a table, each with what it means; it counts at once, and can be undone. */
export function EntitySwitches({ environmentId, model, entity, isLocked }: EntityPlace & { isLocked: boolean }) {
  const { t } = useLanguage()
  const update = useUpdateEntity(environmentId)
  const undoToast = useUndoToast(environmentId)
  const { save } = useStaleSave<Entity>({
    environmentId,
    send: (changes, version) => update.mutateAsync({ ...changes, id: entity.id, version }),
    find: (current) => current.entities.get(entity.id),
    onSaved: (saved) => undoToast(t('entities.settings.saved', { name: saved.name }), saved.change_id),
  })
  const used = [...model.entities.values()].filter(({ tsv }) => tsv).length
  const isFull = used >= tsvLimit && !entity.tsv
  const turn = (flag: (typeof flags)[number], isOn: boolean) =>
    void save(entity, { [flag]: isOn }).catch((error: unknown) =>
      toast({ kind: 'failed', text: sayFault(t, error).text }),
    )
  return (
    <FormSection title={t('entities.settings.switches')} text={t('entities.settings.switchesText')}>
      <ul className="divide-y divide-line rounded-card border border-line">
        {flags.map((flag) => (
          <li key={flag} className="px-3 py-2.5">
            <Switch
              className="items-start! gap-3"
              isSelected={update.isPending && flag in update.variables ? update.variables[flag] === true : entity[flag]}
              isDisabled={isLocked || (flag === 'tsv' && isFull)}
              onChange={(isOn) => turn(flag, isOn)}
            >
              <span>
                <span className="block font-medium">
                  {t(`entities.flag.${flag}.name`)}
                  {flag === 'tsv' && (
                    <span className="ml-2 font-normal text-muted">
                      {t('entities.flag.tsv.used', { used, max: tsvLimit })}
                    </span>
                  )}
                </span>
                <span className="block text-label text-muted">{t(`entities.flag.${flag}.text`)}</span>
              </span>
            </Switch>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
