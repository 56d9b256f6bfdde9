import { GroupSection } from '#records/web/viewEditor/GroupSection.tsx'
import { ColoursSection } from '#records/web/viewEditor/ColoursSection.tsx'
import { FooterSection } from '#records/web/viewEditor/FooterSection.tsx'
import { Section } from '#records/web/viewEditor/Section.tsx'
import { X } from 'lucide-react'
import { Suspense } from 'react'
import type { FindLinked } from '#attributes/web/control.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { ResizablePanel } from '#design/web/layout/ResizablePanel.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { ColumnsEditor } from '#records/web/viewEditor/ColumnsEditor.tsx'
import { FilterEditor } from '#records/web/viewEditor/FilterEditor.tsx'
import type { RecordsTable } from '#records/web/records.client.ts'
import { SortEditor } from '#records/web/viewEditor/SortEditor.tsx'
import type { ViewState } from '#records/web/list/useViewState.ts'
import { viewKindSettings } from '#records/web/viewEditor/kindSettings.ts'
import { offeredKinds, viewKindRules } from '#views/kinds/kinds.ts'
import { rowHeights, type View, type ViewContent, type ViewKind } from '#views/view.ts'

type ViewPanelProps = {
  readonly table: RecordsTable
  readonly state: ViewState
  readonly view: View
  readonly findLinked: FindLinked
  /** The height of the view is looked at: a person's own choice stands aside. */
  readonly onRowHeight: () => void
  readonly onClose: () => void
}

/** Everything that a view says, beside what it shows: each change is seen at once, and kept when it is saved. */
export function ViewPanel({ table: { entity }, state, view, findLinked, onRowHeight, onClose }: ViewPanelProps) {
  const { t, number } = useLanguage()
  const { content, listing, setListing, change, variables } = state
  const kinds = offeredKinds(entity)
  const { sections } = viewKindRules[content.kind]
  const Settings = content.kind === 'grid' ? undefined : viewKindSettings[content.kind]
  return (
    <ResizablePanel label={t('views.editOf', { name: view.name })} name="view" onClose={onClose}>
      <header className="flex min-h-header items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{t('views.editOf', { name: view.name })}</h2>
        <IconButton label={t('design.close')} icon={<X />} onPress={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-auto p-4">
        {view.managed && <Banner kind="locked">{t('fault.managed.update')}</Banner>}
        {kinds.length > 1 && (
          <Section title={t('views.property.kind')}>
            <SegmentedControl
              label={t('views.property.kind')}
              segments={kinds.map((id) => ({ id, label: t(`views.kind.${id}`) }))}
              value={content.kind}
              onChange={(kind) => change(beginning(kind, content, entity))}
            />
          </Section>
        )}
        {Settings && (
          <Suspense>
            <Settings {...{ entity, content }} onChange={change} problemAt={() => undefined} />
          </Suspense>
        )}
        {sections.includes('columns') && (
          <Section title={t('views.property.columns')}>
            <ColumnsEditor entity={entity} columns={listing.columns} onChange={(columns) => setListing({ columns })} />
          </Section>
        )}
        <Section title={t('views.property.filter')}>
          <FilterEditor
            {...{ entity, findLinked, variables }}
            filter={listing.filter}
            onChange={(filter) => setListing({ filter })}
          />
        </Section>
        {sections.includes('sort') && (
          <Section title={t('views.property.sort')}>
            <SortEditor entity={entity} sort={listing.sort} onChange={(sort) => setListing({ sort })} />
          </Section>
        )}
        {sections.includes('group') && <GroupSection {...{ entity, listing }} onListing={setListing} />}
        {sections.includes('colours') && (
          <ColoursSection {...{ entity, content, findLinked, variables }} onChange={change} />
        )}
        {sections.includes('rowheight') && (
          <Section title={t('views.property.rowheight')}>
            <SegmentedControl
              label={t('views.property.rowheight')}
              segments={rowHeights.map((id) => ({ id, label: t(`records.rowHeight.${id}`) }))}
              value={content.rowheight}
              onChange={(rowheight) => {
                onRowHeight()
                change({ rowheight })
              }}
            />
          </Section>
        )}
        {sections.includes('pagesize') && (
          <Section title={t('views.property.pagesize')}>
            <Select
              label={t('views.property.pagesize')}
              labelHidden
              undertext={t('views.pagesize.text')}
              options={pageSizes(content.pagesize).map((size) => ({ id: String(size), label: number(size) }))}
              value={String(content.pagesize)}
              onChange={(id) => change({ pagesize: Number(id) })}
            />
          </Section>
        )}
        {sections.includes('footer') && (
          <FooterSection {...{ entity, content }} columns={listing.columns} onChange={change} />
        )}
      </div>
    </ResizablePanel>
  )
}

/** What a view says when it becomes one of a kind: what that kind begins with, where nothing was said before. */
function beginning(
  kind: ViewKind,
  content: ViewContent,
  entity: Parameters<typeof offeredKinds>[0],
): Partial<ViewContent> {
  const begun = viewKindRules[kind].begin(entity) ?? {}
  const kept = Object.fromEntries(
    Object.entries(begun).filter(([name]) => content[name as keyof ViewContent] === null),
  ) as Partial<ViewContent>
  return { ...kept, kind }
}

/** Sizes to choose from, and the one that a view has from elsewhere. */
function pageSizes(own: number): readonly number[] {
  return [...new Set([25, 50, 100, 200, 500, own])].toSorted((a, b) => a - b)
}
