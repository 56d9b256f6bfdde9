import { classes } from '#design/web/theme/classes.ts'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { FileGuess } from '#records/exchange/import/guess.ts'
import { columnGrid, ColumnLine } from '#records/exchange/web/import/ColumnLine.tsx'
import type { ImportDraft } from '#records/exchange/web/import/useImportDraft.ts'

type ColumnListProps = {
  readonly draft: ImportDraft
  readonly guess: FileGuess
  readonly isMaker: boolean
  readonly model: Model
}

/** The columns of the file, each with what it holds and where it goes. */
export function ColumnList({ draft, guess, isMaker, model }: ColumnListProps) {
  const { t } = useLanguage()
  const used = draft.columns.filter(({ goes }) => goes !== 'nowhere').length
  const makesSome = draft.columns.some(({ goes }) => goes === 'new')
  return (
    <section aria-labelledby="columns" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="columns" className="font-semibold">
          {t('imports.columns.title')}
        </h2>
        <span className="text-label text-muted" role="status">
          {t('imports.columns.used', { used, count: draft.columns.length })}
        </span>
      </div>
      <div
        aria-hidden
        className={classes('gap-x-3 px-3 text-label font-medium text-muted max-lg:hidden lg:grid', columnGrid)}
      >
        <span>{t('imports.check.column')}</span>
        <span>{t('imports.columns.goes')}</span>
        {makesSome && (
          <>
            <span>{t('attributes.name')}</span>
            <span>{t('attributes.uri')}</span>
            <span>{t('attributes.typeLabel')}</span>
          </>
        )}
      </div>
      <ol className="divide-y divide-line rounded-card border border-line">
        {draft.columns.map((column) => {
          const found = guess.columns[column.column]
          return found && <ColumnLine key={column.column} {...{ draft, column, found, isMaker, model }} />
        })}
      </ol>
    </section>
  )
}
