import { isOfFiles } from '#attributes/attribute.ts'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { isFeatureOn, type FeatureKey } from '#entities/feature.ts'
import { entitiesOf, type Model } from '#entities/model.ts'
import { useFeatures, useSetFeature } from '#entities/web/featureSwitches.client.ts'
import type { FeatureRecord } from '#entities/wire.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type FeatureSwitchesProps = {
  readonly environmentId: string
  readonly model: Model
  /** The table whose switches they are; null for those of the environment. */
  readonly entityId: string | null
}

/** The switches of an environment or a table for makers: what each means when off, since when it stands so, and by whom. */
export function FeatureSwitches({ environmentId, model, entityId }: FeatureSwitchesProps) {
  const { t } = useLanguage()
  const { data: features, error, refetch } = useFeatures(environmentId, entityId, true)
  const move = useSetFeature(environmentId)
  const undoToast = useUndoToast(environmentId)
  const turn = (feature: FeatureRecord, on: boolean) =>
    move.mutate(
      { ...feature, on },
      {
        onSuccess: ({ change_id }) => {
          const said = t(on ? 'features.switchedOn' : 'features.switchedOff', {
            name: t(`features.${feature.key}.name`),
          })
          if (change_id !== null) undoToast(said, change_id)
        },
        onError: (refusal) => toast({ kind: 'failed', text: sayFault(t, refusal).text }),
      },
    )
  if (error && !features) return <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />
  if (!features) {
    return (
      <Loading>
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      {features.map((feature) => (
        <li key={feature.key} className="px-3 py-2.5">
          <FeatureSwitch
            {...{ feature, model }}
            isOn={move.isPending && move.variables.key === feature.key ? move.variables.on : feature.on}
            onTurn={(on) => turn(feature, on)}
          />
        </li>
      ))}
    </ul>
  )
}

type FeatureSwitchProps = {
  readonly feature: FeatureRecord
  readonly model: Model
  readonly isOn: boolean
  readonly onTurn: (on: boolean) => void
}

/** One switch, and beside what it means whatever else keeps it from working. */
export function FeatureSwitch({ feature, model, isOn, onTurn }: FeatureSwitchProps) {
  const { t, date } = useLanguage()
  const { key, entity_id: entityId, on, since, by } = feature
  const isOffAbove = entityId !== null && !isFeatureOn(model, key)
  const tablesOff = entityId === null ? tablesWithout(model, key) : 0
  const stands = {
    on: on ? 'yes' : 'no',
    date: since === null ? '' : date(new Date(since), 'shortDate'),
    name: by ?? '',
  }
  const notes = [
    since === null ? t('features.default') : t(by === null ? 'features.since' : 'features.sinceBy', stands),
    ...(isOffAbove ? [t('features.offAbove')] : []),
    ...(tablesOff > 0 ? [t('features.offIn', { count: tablesOff })] : []),
    ...(isNeeding(key) && !hasWhatIsNeeded(key, model, entityId) ? [t(`features.needs.${key}`)] : []),
  ]
  return (
    <Switch className="items-start! gap-3" isSelected={isOn} isDisabled={isOffAbove} onChange={onTurn}>
      <span>
        <span className="block font-medium">{t(`features.${key}.name`)}</span>
        <span className="block text-label text-muted">{t(`features.${key}.text`)}</span>
        <span className="block text-label text-muted first-letter:uppercase">{notes.join(' · ')}</span>
      </span>
    </Switch>
  )
}

const needing = ['files', 'history', 'search'] as const

function isNeeding(key: FeatureKey): key is (typeof needing)[number] {
  return (needing as readonly string[]).includes(key)
}

/** Whether there is a table, or this one is, for which the feature does anything. */
function hasWhatIsNeeded(key: (typeof needing)[number], model: Model, entityId: string | null): boolean {
  return entitiesOf(model)
    .filter(({ id }) => entityId === null || id === entityId)
    .some(({ attributes, auditable, searchable }) => {
      if (key === 'files') return attributes.some(isOfFiles)
      return key === 'history' ? auditable : searchable
    })
}

function tablesWithout({ features, entities }: Model, key: FeatureKey): number {
  const off = [...features.values()].filter((each) => each.key === key && each.entity_id !== null && !each.on)
  return off.filter(({ entity_id }) => entity_id !== null && entities.has(entity_id)).length
}
