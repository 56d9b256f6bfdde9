import { Banner } from '#design/web/feedback/Banner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useWordsBeingBuilt } from '#records/search/web/globalSearch.client.ts'
import type { RecordsTable } from '#records/web/records.client.ts'

/** Tells who searches a table that its words are not found yet; goes once they are. */
export function WordsNote({ table }: { table: RecordsTable }) {
  const { t } = useLanguage()
  const isBuilding = useWordsBeingBuilt(table)
  return isBuilding ? (
    <div className="px-3 py-2">
      <Banner>{t('records.words.building')}</Banner>
    </div>
  ) : null
}
