import { useState } from 'react'
import { useUndoToast } from '#changes/web/undoToast.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { EntityFrame, type EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { baseTextsOf, nameOfText } from '#labels/baseText.ts'
import { changeProblems, labelChanges, missingTexts, savedTexts, textsNamed, type Drafts } from '#labels/drafts.ts'
import { nameOfPlace, type LabelRecord } from '#labels/label.ts'
import { LabelList } from '#labels/web/LabelList.tsx'
import { useLabels } from '#labels/web/labels.client.ts'
import { SaveLabelsDialog } from '#labels/web/SaveLabelsDialog.tsx'
import { localeCodes, locales, type Locale } from '#language/locale.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'
import { viewsOf } from '#views/model.ts'

/** What a table says in other languages: each text beside its base text, saved together. */
export function LabelsPage() {
  const { t } = useLanguage()
  return <EntityFrame title={t('labels.title')}>{(place) => <Labels key={place.entity.id} {...place} />}</EntityFrame>
}

function Labels(place: EntityPlace) {
  const { t } = useLanguage()
  const isMaker = useMaker(place.environmentId) === 'maker'
  const { data: labels, error, refetch } = useLabels(place.environmentId, place.entity.id, isMaker)
  return (
    <div className="flex min-h-0 flex-1 scroll-pb-24 flex-col gap-4 overflow-auto p-4 sm:p-6">
      <div className="flex max-w-160 flex-col gap-1">
        <h2 className="font-semibold">{t('labels.title')}</h2>
        <p className="text-muted">{t('labels.text')}</p>
      </div>
      <MakerBanner {...place} />
      {error && !labels && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {isMaker && !labels && !error && (
        <Loading>
          <Skeleton className="h-60" />
        </Loading>
      )}
      {isMaker && labels && <LabelEditor {...place} labels={labels} />}
    </div>
  )
}

function LabelEditor({ environmentId, model, entity, labels }: EntityPlace & { labels: readonly LabelRecord[] }) {
  const { t, locale: reader } = useLanguage()
  const undoToast = useUndoToast(environmentId)
  const saved = savedTexts(labels)
  const views = viewsOf(model, entity.id)
  const texts = baseTextsOf(entity, views)
  const [locale, setLocale] = useState<Locale>(() => firstLocale(labels, reader))
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  // What is being filled in stays in sight, although it is missing no longer.
  const [held, setHeld] = useState<ReadonlySet<string>>()
  const [isReviewing, setReviewing] = useState(false)
  const [isStale, setStale] = useState(false)
  const changes = labelChanges(texts, saved, drafts, localeCodes)
  const refused = changes.find((change) => changeProblems(change).length > 0)
  useUnsavedWork(changes.length > 0)
  const missingIn = (code: Locale) => missingTexts(texts, saved, code)
  const hold = (code: Locale) => setHeld(new Set(missingIn(code).map(nameOfText)))
  const shown = held ? textsNamed(texts, held) : texts
  // What is wrong may stand in another language than the one in sight.
  const review = () => {
    if (!refused) return setReviewing(true)
    setLocale(refused.locale)
    setHeld(undefined)
  }
  const leave = () => {
    setDrafts(new Map())
    setStale(false)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SegmentedControl
          label={t('labels.language')}
          segments={localeCodes.map((code) => ({
            id: code,
            label: t('labels.segment', { language: locales[code].name, count: missingIn(code).length }),
          }))}
          value={locale}
          onChange={(code) => {
            setLocale(code)
            if (held) hold(code)
          }}
        />
        <Switch isSelected={held !== undefined} onChange={(isOn) => (isOn ? hold(locale) : setHeld(undefined))}>
          {t('labels.onlyMissing')}
        </Switch>
      </div>
      {isStale && <Banner kind="warning">{t('labels.stale')}</Banner>}
      {shown.length === 0 ? (
        <EmptyState text={t('labels.complete', { language: locales[locale].name })}>
          <Button onPress={() => setHeld(undefined)}>{t('labels.showAll')}</Button>
        </EmptyState>
      ) : (
        <LabelList
          key={`${locale} ${held !== undefined}`}
          {...{ entity, views, locale, saved, drafts }}
          texts={shown}
          onType={(place, text) => setDrafts(new Map(drafts).set(nameOfPlace(place), text))}
        />
      )}
      {changes.length > 0 && (
        <footer className="sticky -bottom-4 z-10 -mx-4 mt-auto -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-background px-4 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          <span className="min-w-40 flex-1 text-muted" role="status">
            {t('labels.changed', { count: changes.length })}
          </span>
          <Button onPress={leave}>{t('labels.discard')}</Button>
          <Button kind="primary" onPress={review}>
            {t('labels.review')}
          </Button>
        </footer>
      )}
      {isReviewing && (
        <SaveLabelsDialog
          {...{ environmentId, entity, views, changes }}
          onClose={() => setReviewing(false)}
          onStale={() => {
            setReviewing(false)
            setStale(true)
          }}
          onSaved={(changeId) => {
            setReviewing(false)
            leave()
            undoToast(t('labels.done', { name: entity.collectionname }), changeId)
          }}
        />
      )}
    </>
  )
}

/** The language that something was said in already, else one that is not the maker's own. */
function firstLocale(labels: readonly LabelRecord[], reader: Locale): Locale {
  const begun = localeCodes.find((code) => labels.some(({ locale }) => locale === code))
  return begun ?? localeCodes.find((code) => code !== reader) ?? reader
}
