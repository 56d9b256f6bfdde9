import { Plus, X } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { columnOf, labelOf } from '#attributes/attribute.ts'
import type { FindLinked } from '#attributes/web/control.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { ResizablePanel } from '#design/web/layout/ResizablePanel.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { ColumnsEditor } from '#records/web/viewEditor/ColumnsEditor.tsx'
import { FilterEditor } from '#records/web/viewEditor/FilterEditor.tsx'
import type { Table } from '#records/web/records.client.ts'
import { SortEditor } from '#records/web/viewEditor/SortEditor.tsx'
import type { ViewState } from '#records/web/list/useViewState.ts'
import { viewKindSettings } from '#records/web/viewEditor/kindSettings.ts'
import { offeredKinds, viewKindRules } from '#views/kinds/kinds.ts'
import { functionsFor, isGroupable } from '#views/capability.ts'
import {
  everyRecord,
  mostColours,
  rowHeights,
  viewColours,
  type View,
  type ViewColour,
  type ViewContent,
  type ViewFunction,
  type ViewKind,
} from '#views/view.ts'
import { fieldNamed, filterOf, storedFilter } from '#views/viewListing.ts'

type ViewPanelProps = {
  readonly table: Table
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
  const label = (id: string) => {
    const field = fieldNamed(entity, id)
    return field ? labelOf(field, t) : id
  }
  const groupable = entity.fields.filter(isGroupable)
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
        {sections.includes('group') && (
          <Section title={t('views.property.group')}>
            <Select
              label={t('views.property.group')}
              labelHidden
              clearable
              placeholder={t('views.group.none')}
              options={groupable.map((field) => ({ id: columnOf(field), label: labelOf(field, t) }))}
              value={listing.group?.column ?? ''}
              onChange={(column) =>
                setListing({ group: column ? { column, descending: listing.group?.descending ?? false } : null })
              }
            />
            {listing.group && (
              <SegmentedControl
                label={t('views.group.order')}
                segments={[
                  { id: 'up', label: t('design.grid.sortUp') },
                  { id: 'down', label: t('design.grid.sortDown') },
                ]}
                value={listing.group.descending ? 'down' : 'up'}
                onChange={(id) => {
                  if (listing.group) setListing({ group: { ...listing.group, descending: id === 'down' } })
                }}
              />
            )}
          </Section>
        )}
        {sections.includes('colours') && (
          <Section title={t('views.property.colours')}>
            {content.colours.map((rule, at) => (
              <div key={at} className="flex flex-col gap-2 rounded-control border border-line p-2">
                <div className="flex items-center gap-1">
                  <Select
                    label={t('views.colour.label')}
                    labelHidden
                    className="flex-1"
                    options={viewColours.map((id) => ({ id, label: t(`views.colour.${id}`) }))}
                    value={rule.colour}
                    onChange={(colour) =>
                      change({ colours: replaced(content.colours, at, { ...rule, colour: colour as ViewColour }) })
                    }
                  />
                  <IconButton
                    label={t('views.colour.remove')}
                    icon={<X />}
                    onPress={() => change({ colours: content.colours.toSpliced(at, 1) })}
                  />
                </div>
                <FilterEditor
                  {...{ entity, findLinked, variables }}
                  filter={filterOf(rule.filter, entity)}
                  onChange={(filter) =>
                    change({
                      colours: replaced(content.colours, at, { ...rule, filter: storedFilter(filter, entity) }),
                    })
                  }
                />
              </div>
            ))}
            {content.colours.length < mostColours && (
              <Button
                kind="quiet"
                icon={<Plus />}
                className="self-start"
                onPress={() => change({ colours: [...content.colours, { filter: everyRecord, colour: 'green' }] })}
              >
                {t('views.colour.add')}
              </Button>
            )}
          </Section>
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
          <Section title={t('views.property.footer')}>
            {content.columns.length === 0 && <p className="text-label text-muted">{t('views.footer.text')}</p>}
            {listing.columns.map((column) => {
              const field = entity.fields.find((each) => columnOf(each) === column)
              const functions = field ? functionsFor(field) : []
              if (!field || functions.length === 0) return null
              const present = content.footer.find(({ attribute }) => attribute === field.id)
              return (
                <Select
                  key={column}
                  label={label(field.id)}
                  clearable
                  placeholder={t('views.footer.none')}
                  options={functions.map((id) => ({ id, label: t(`views.function.${id}`) }))}
                  value={present?.function ?? ''}
                  onChange={(id) =>
                    change({
                      footer: [
                        ...content.footer.filter(({ attribute }) => attribute !== field.id),
                        ...(id ? [{ attribute: field.id, function: id as ViewFunction }] : []),
                      ],
                    })
                  }
                />
              )
            })}
          </Section>
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

function replaced<Item>(items: readonly Item[], at: number, item: Item): Item[] {
  return items.map((each, index) => (index === at ? item : each))
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 [&>div]:w-full">
      <h3 className="text-section font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}
