import { ArrowUpDown, Columns3, ListFilter, Rows3, Search, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu } from '#design/web/overlay/Menu.tsx'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import type { FindLinked } from '#attributes/web/control.ts'
import type { ViewListing } from '#views/listing.ts'
import type { ViewKind } from '#views/view.ts'
import { rowHeightPixels, type GridSettings } from '#records/web/grid/gridSettings.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { later, viewKindFaces } from '#records/web/kinds/viewKinds.ts'

type RecordsToolbarProps = {
  readonly table: RecordsTable
  /** How the records are shown: a summary has no order and no columns of its own, and only a grid has rows. */
  readonly kind: ViewKind
  readonly listing: ViewListing
  readonly onListing: (next: Partial<ViewListing>) => void
  readonly settings: GridSettings
  /** What rows have where the person has not chosen. */
  readonly usualHeight: number
  readonly onSettings: (next: Partial<GridSettings>) => void
  readonly findLinked: FindLinked
  /** Keys of variables that a filter may name. */
  readonly variables: readonly string[]
}

const ColumnsEditor = later(
  async () => (await withTexts(import('#records/web/viewEditor/ColumnsEditor.tsx'), ['records'])).ColumnsEditor,
)
const FilterChips = later(
  async () => (await withTexts(import('#records/web/viewEditor/FilterChips.tsx'), ['records', 'views'])).FilterChips,
)
const FilterEditor = later(
  async () =>
    (await withTexts(import('#records/web/viewEditor/FilterEditor.tsx'), ['design', 'records', 'views'])).FilterEditor,
)
const SortEditor = later(
  async () => (await withTexts(import('#records/web/viewEditor/SortEditor.tsx'), ['records'])).SortEditor,
)

/** What is listed and how: filter, sort, columns, search, and what of it is active. */
export function RecordsToolbar(props: RecordsToolbarProps) {
  const { table, kind, listing, onListing, settings, usualHeight, onSettings, findLinked, variables } = props
  const { entity } = table
  const { t } = useLanguage()
  return (
    <div
      role="toolbar"
      aria-label={t('records.toolbar')}
      className="flex min-h-toolbar shrink-0 flex-wrap items-center gap-1 border-b border-line px-3 py-1"
    >
      <Popover
        label={t('records.filter.title')}
        trigger={
          <Button kind="quiet" icon={<ListFilter />}>
            {t('records.filter.title')}
          </Button>
        }
      >
        <Suspense>
          <FilterEditor
            {...{ entity, findLinked, variables }}
            filter={listing.filter}
            onChange={(filter) => onListing({ filter })}
          />
        </Suspense>
      </Popover>
      {(kind === 'grid' || viewKindFaces[kind].isSorted) && (
        <>
          <Popover
            label={t('records.sort.title')}
            trigger={
              <Button kind="quiet" icon={<ArrowUpDown />}>
                {t('records.sort.title')}
                {listing.sort.length > 0 && <Count value={listing.sort.length} />}
              </Button>
            }
          >
            <Suspense>
              <SortEditor entity={entity} sort={listing.sort} onChange={(sort) => onListing({ sort })} />
            </Suspense>
          </Popover>
          <Popover
            label={t('records.columns.title')}
            trigger={
              <Button kind="quiet" icon={<Columns3 />} className="max-sm:hidden">
                {t('records.columns.title')}
              </Button>
            }
          >
            <Suspense>
              <ColumnsEditor
                isFloating
                entity={entity}
                columns={listing.columns}
                onChange={(columns) => onListing({ columns })}
              />
            </Suspense>
          </Popover>
        </>
      )}
      {kind === 'grid' && (
        <Menu
          label={t('records.rowHeight.title')}
          trigger={<IconButton label={t('records.rowHeight.title')} icon={<Rows3 />} className="max-sm:hidden" />}
          groups={[
            {
              id: 'heights',
              actions: (['compact', 'normal', 'roomy'] as const).map((name) => ({
                id: name,
                label: t(`records.rowHeight.${name}`),
                isSelected: (settings.rowHeight ?? usualHeight) === rowHeightPixels[name],
                onAction: () => onSettings({ rowHeight: rowHeightPixels[name] }),
              })),
            },
          ]}
        />
      )}
      {listing.filter.of.length > 0 && (
        <Suspense>
          <FilterChips table={table} filter={listing.filter} onChange={(filter) => onListing({ filter })} />
        </Suspense>
      )}
      <SearchBox value={listing.search} onChange={(search) => onListing({ search })} />
    </div>
  )
}

function Count({ value }: { value: number }) {
  return <span className="rounded-small bg-selection px-1 text-label tabular-nums">{value}</span>
}

// Asks when the typing rests, not with every key.
const pause = 250

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useLanguage()
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  useEffect(() => {
    // Only a search that came from elsewhere, as by going back, replaces what is being typed.
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = text
      onChange(text)
    }, pause)
  }
  return (
    <div className="control ml-auto flex h-8 w-56 items-center max-sm:w-full">
      <Search size={14} className="ml-2.5 shrink-0 text-muted" aria-hidden />
      <input
        type="search"
        aria-label={t('records.search')}
        placeholder={t('records.search')}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="h-full w-full min-w-0 rounded-control bg-transparent px-2 outline-none [&::-webkit-search-cancel-button]:appearance-none"
      />
      {typed !== '' && <IconButton label={t('design.clear')} icon={<X />} onPress={() => type('')} className="h-7!" />}
    </div>
  )
}
