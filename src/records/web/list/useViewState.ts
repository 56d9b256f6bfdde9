import { useMemo, useState } from 'react'
import type { EntityDefinition } from '#entities/entity.ts'
import { useModel } from '#entities/web/entities.client.ts'
import { useListing } from '#records/web/list/useListing.ts'
import { viewsOf } from '#views/model.ts'
import { isSame } from '#views/equality.ts'
import { contentNames, contentOf, neutralContent, type ViewContent } from '#views/view.ts'
import { listedContent, listingOf } from '#views/viewListing.ts'
import { usePlainListing } from '#views/web/plainListing.ts'
import { useReader } from '#views/web/useReader.ts'
import { openingView, readerIn } from '#views/wire.ts'

/**
 * The view that a page of records shows: as it is saved, and what was changed on the page since. What is listed stands in
 * the address; the rest of the changes lasts as long as the page.
 */
export function useViewState(envid: string, entity: EntityDefinition) {
  const { data: model } = useModel(envid)
  const reader = useReader(envid)
  const offered = useMemo(() => {
    const views = model ? viewsOf(model, entity.id) : []
    const known = model && readerIn(model)
    const variables = Object.keys(known?.variables ?? {})
    return { views, opening: openingView(views, entity.id, known), variables }
  }, [model, entity.id])
  const page = useListing(entity, offered)
  const { view, listing, setListing } = page
  const [kept, setKept] = useState<{ id: string | undefined; draft: Partial<ViewContent> }>(nothingKept)
  const draft = kept.id === view?.id ? kept.draft : nothingKept.draft
  const saved = useMemo(() => (view ? contentOf(view) : neutralContent), [view])
  const content = useMemo((): ViewContent => {
    const drafted = { ...saved, ...draft }
    return { ...drafted, ...listedContent(listing, entity, drafted) }
  }, [saved, draft, listing, entity])
  const plain = usePlainListing(listing, entity, reader)
  const changed = contentNames.filter((name) => !isSame(content[name], saved[name]))

  return {
    ...page,
    ...offered,
    reader,
    plain,
    content,
    /** What a save would send. */
    changes: Object.fromEntries(changed.map((name) => [name, content[name]])) as Partial<ViewContent>,
    isUnsaved: view !== undefined && changed.length > 0,
    /** Says something else of the view, for this page alone until it is saved. */
    change(next: Partial<ViewContent>) {
      const { columns, sort, filter, group, ...rest } = { ...content, ...next }
      const isListed = ['columns', 'sort', 'filter', 'group'].some((name) => name in next)
      if (isListed) {
        const { search: _search, ...listed } = listingOf({ columns, sort, filter, group }, entity)
        setListing(listed)
      }
      const others = Object.keys(rest).filter((name) => name in next)
      if (others.length > 0) setKept({ id: view?.id, draft: { ...draft, ...next } })
    },
    /** Shows the view as it is saved. */
    reset() {
      setKept(nothingKept)
      page.reset()
    },
  }
}
export type ViewState = ReturnType<typeof useViewState>

const nothingKept = { id: undefined, draft: {} }
