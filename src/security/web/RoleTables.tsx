import { useState } from 'react'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { SearchField } from '#design/web/fields/SearchField.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { RolePartProps } from '#security/web/roles/RoleDetails.tsx'
import { RightsMatrix, ScopeLegend } from '#security/web/roles/RightsMatrix.tsx'
import { isCellEdited, scopeIn, withScopes } from '#security/web/roles/roleEdits.ts'

/** What a role allows with the records of each table. */
export function RoleTables({
  role,
  edits,
  isLocked,
  onEdit,
  entities,
}: RolePartProps & { entities: readonly EntityDefinition[] }) {
  const { t } = useLanguage()
  const [search, setSearch] = useState('')
  const words = search.trim().toLocaleLowerCase()
  const found = entities.filter(({ name, collectionname, uri }) =>
    `${name} ${collectionname} ${uri}`.toLocaleLowerCase().includes(words),
  )
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SearchField label={t('access.searchTables')} value={search} onChange={setSearch} className="w-full sm:w-64" />
        {!isLocked && <p className="text-label text-muted max-lg:hidden">{t('access.matrixKeys')}</p>}
      </div>
      <ScopeLegend />
      {found.length === 0 ? (
        <EmptyState text={entities.length === 0 ? t('shell.noTables') : t('access.noTable', { text: search })} />
      ) : (
        <RightsMatrix
          caption={t('access.tables')}
          rowTitle={t('access.table')}
          rows={found.map((entity) => ({
            id: entity.id,
            name: entity.collectionname,
            isWhole: entity.ownership === 'organisation',
            isLocked,
            head: (
              <span className="flex min-w-0 items-center gap-2">
                <EntityMark entity={entity} size={16} />
                <span className="truncate">{entity.collectionname}</span>
              </span>
            ),
          }))}
          scopeOf={({ row, action }) => scopeIn(role, edits, row, action)}
          isChanged={({ row, action }) => isCellEdited(role, edits, row, action)}
          onSet={(cells, scope) => onEdit(withScopes(edits, cells, scope))}
        />
      )}
    </div>
  )
}
