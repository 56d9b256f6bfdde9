import { List, Plus } from 'lucide-react'
import { useId } from 'react'
import { columnOf } from '#attributes/attribute.ts'
import { Button } from '#design/web/button/Button.tsx'
import { buttonLink } from '#design/web/navigation/buttonLink.ts'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { linkedListAddress } from '#records/listingAddress.ts'
import { prefillAddress } from '#records/prefill.ts'
import type { Related } from '#records/related.ts'
import { LinkRecord } from '#records/web/related/LinkRecord.tsx'
import { useLinks, useRelated, type Anchor } from '#records/web/related/related.client.ts'
import { RelatedTable } from '#records/web/related/RelatedTable.tsx'

type RelatedSectionProps = { readonly anchor: Anchor; readonly related: Related }

/** The records of one collection of a record, and what can be done with them from here. */
export function RelatedSection({ anchor, related }: RelatedSectionProps) {
  const { t, number } = useLanguage()
  const titleId = useId()
  const found = useRelated(anchor, related)
  const links = useLinks(anchor, related)
  const { target, attribute, title } = related
  const { envid, entity } = anchor.table
  const isLinked = related.kind === 'linked'
  const page = `/${envid}/entity/${target.id}`
  const rows = found.data?.pages.flatMap(({ value }) => value) ?? []
  const column = columnOf(attribute)

  /** Does it, says it, and offers the way back. */
  const change = async (act: 'link' | 'unlink', other: { readonly id: string; readonly name: string }) => {
    const back = act === 'link' ? 'unlink' : 'link'
    try {
      await links[act](other.id)
      const text = t(`relationships.related.${act}ed`, { name: other.name })
      toast({ kind: 'done', text, action: { label: t('design.undo'), onAction: () => void takeBack(back, other.id) } })
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
  const takeBack = async (act: 'link' | 'unlink', id: string) => {
    try {
      await links[act](id)
      toast({ kind: 'done', text: t('relationships.related.undone') })
    } catch (error) {
      toast({ kind: 'failed', text: sayFault(t, error).text })
    }
  }
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <header className="flex min-h-control flex-wrap items-center gap-2">
        <h2 id={titleId} className="mr-auto flex min-w-0 items-baseline gap-2 text-title font-semibold">
          <span className="truncate">{title}</span>
          {found.count !== undefined && <span className="font-normal text-muted">{number(String(found.count))}</span>}
        </h2>
        {!isLinked && found.count !== undefined && found.count > 0 && (
          <PageLink href={`${page}?${linkedListAddress([column], anchor.id)}`} className={buttonLink.secondary}>
            <List aria-hidden />
            {t('relationships.related.openList')}
          </PageLink>
        )}
        {!isLinked && target.editable && (
          <PageLink
            href={`${page}/create?${prefillAddress({ [column]: anchor.id }, { entityId: entity.id, recordId: anchor.id })}`}
            className={buttonLink.secondary}
            aria-label={t('records.new', { name: target.name })}
          >
            <Plus aria-hidden />
            {t('records.newShort')}
          </PageLink>
        )}
        {isLinked && (
          <LinkRecord
            {...{ envid, related }}
            onLink={(option) => change('link', { id: option.id, name: option.label })}
          />
        )}
      </header>
      {found.error && rows.length === 0 ? (
        <ErrorState {...sayFault(t, found.error)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Loading>
          <div className="flex flex-col gap-2">
            <Skeleton className="h-8!" />
            <Skeleton className="h-8!" />
          </div>
        </Loading>
      ) : rows.length === 0 ? (
        <p className="rounded-card border border-line p-4 text-muted">
          {t(isLinked ? 'relationships.related.noLinks' : 'relationships.related.none')}
        </p>
      ) : (
        <RelatedTable
          {...{ envid, related, rows }}
          fields={found.fields}
          {...(isLinked ? { onUnlink: (id: string, name: string) => void change('unlink', { id, name }) } : {})}
        />
      )}
      {found.hasNextPage && (
        <Button
          className="self-start"
          isPending={found.isFetchingNextPage}
          onPress={() => void found.fetchNextPage()}
          aria-label={t('relationships.related.moreOf', { name: title })}
        >
          {t('relationships.related.more')}
        </Button>
      )}
      {found.error && rows.length > 0 && (
        <p role="alert" className="text-red">
          {sayFault(t, found.error).text}
        </p>
      )}
    </section>
  )
}
