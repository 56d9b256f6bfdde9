import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import type { Model } from '#entities/model.ts'
import { useMaker } from '#environments/web/maker.ts'
import { MakerBanner } from '#environments/web/MakerBanner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import type { Import, SettledGuess } from '#records/exchange/import/settings.ts'
import { useDiscardImport, useDryRun, useGuessAgain, useStartImport } from '#records/exchange/web/import.client.ts'
import { ColumnList } from '#records/exchange/web/import/ColumnList.tsx'
import { DryRunResult } from '#records/exchange/web/import/DryRunResult.tsx'
import { FileSettings } from '#records/exchange/web/import/FileSettings.tsx'
import { MomentZone } from '#records/exchange/web/import/MomentZone.tsx'
import { RejectedFile } from '#records/exchange/web/import/RejectedFile.tsx'
import { TargetFields } from '#records/exchange/web/import/TargetFields.tsx'
import { useImportDraft } from '#records/exchange/web/import/useImportDraft.ts'

type ImportSettingsProps = {
  readonly environmentId: string
  readonly found: Import
  readonly model: Model
  /** The entity that the person came from. */
  readonly entityId: string | null
}

/** How the file is read and where its columns go; then a dry run, and the start. */
export function ImportSettings({ environmentId, found, model, entityId }: ImportSettingsProps) {
  const { t } = useLanguage()
  const go = useGo()
  const isMaker = useMaker(environmentId) === 'maker'
  const guessAgain = useGuessAgain(environmentId, found.id)
  const dryRun = useDryRun(environmentId, found.id)
  const start = useStartImport(environmentId, found.id)
  const discard = useDiscardImport(environmentId)
  const draft = useImportDraft({ found, model, entityId, onChange: () => dryRun.reset() })
  const { guess } = found

  const check = () => {
    const plan = draft.plan()
    if (plan) dryRun.mutate(plan, { onError: draft.tellRefusal })
  }
  const begin = (skiprejected: boolean) => {
    const plan = draft.plan()
    if (plan) start.mutate({ ...plan, skiprejected }, { onError: draft.tellRefusal })
  }
  const settle = (settled: SettledGuess) => guessAgain.mutate(settled)
  const unfit = guess.warnings.ragged + guess.warnings.strayQuotes

  return (
    <div className="flex flex-col gap-6">
      <MakerBanner environmentId={environmentId} />
      <FormErrors errors={draft.errors} />
      <FileSettings
        found={found}
        isPending={guessAgain.isPending}
        onSettle={settle}
        onDiscard={() => discard.mutate(found.id, { onSuccess: () => go(`/${environmentId}/import`) })}
      />
      {guessAgain.error && <Banner kind="error">{sayFault(t, guessAgain.error).text}</Banner>}
      {unfit > 0 && <Banner kind="warning">{t('imports.warning.ragged', { count: unfit })}</Banner>}
      {guess.warnings.unclosedQuote && <Banner kind="warning">{t('imports.warning.unclosedQuote')}</Banner>}
      <TargetFields draft={draft} model={model} isMaker={isMaker} />
      <MomentZone draft={draft} />
      <ColumnList {...{ draft, guess, isMaker, model }} />
      {dryRun.data ? (
        <DryRunResult
          key={dryRun.submittedAt}
          rejectedFile={<RejectedFile {...{ environmentId, found }} />}
          result={dryRun.data}
          isPending={start.isPending}
          onStart={begin}
          onCheckAgain={check}
          isChecking={dryRun.isPending}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">
          <span className="min-w-0 flex-1 text-label text-muted">{t('imports.check.text')}</span>
          <Button kind="primary" isPending={dryRun.isPending} onPress={check}>
            {t('imports.check.action')}
          </Button>
        </div>
      )}
    </div>
  )
}
