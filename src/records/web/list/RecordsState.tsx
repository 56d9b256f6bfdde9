import { SearchX, Table2 } from 'lucide-react'
import { Button } from '#design/web/button/Button.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type RecordsStateProps = {
  readonly envid: string
  readonly entity: EntityDefinition
  readonly isNarrowed: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly onClear: () => void
}

/** What stands where there are no records to show: nothing made yet, nothing found, or nothing loaded. */
export function RecordsState({ envid, entity, isNarrowed, error, onRetry, onClear }: RecordsStateProps) {
  const { t } = useLanguage()
  const hasImport = useIsOn(envid, 'import', entity.id)
  if (error !== undefined) {
    return (
      <div>
        <ErrorState {...sayFault(t, error)} onRetry={onRetry} />
        {isNarrowed && (
          <div className="flex justify-center">
            <Button onPress={onClear}>{t('records.filter.clear')}</Button>
          </div>
        )}
      </div>
    )
  }
  if (isNarrowed) {
    return (
      <EmptyState icon={<SearchX />} text={t('records.nothingFound')}>
        <Button onPress={onClear}>{t('records.filter.clear')}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<Table2 />} text={t('records.empty', { name: entity.collectionname })}>
      {entity.editable && (
        <>
          <PageLink href={`/${envid}/entity/${entity.id}/create`} className={buttonLink.primary}>
            {t('records.new', { name: entity.name })}
          </PageLink>
          {hasImport && (
            <PageLink href={`/${envid}/import?entity=${entity.id}`} className={buttonLink.secondary}>
              {t('records.import')}
            </PageLink>
          )}
        </>
      )}
    </EmptyState>
  )
}
