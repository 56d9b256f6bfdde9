import { attributeUseKinds, type AttributeUse } from '#entities/attributeUse.ts'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { PageLink } from '#design/web/navigation/PageLink.tsx'
import { useLanguage } from '#language/web/language.tsx'

type AttributeUsesProps = {
  readonly environmentId: string
  /** The attribute that is used. */
  readonly name: string
  readonly uses: readonly AttributeUse[]
}

/** By how many things an attribute is used, and on a press by which, each with the way to it. */
export function AttributeUses({ environmentId, name, uses }: AttributeUsesProps) {
  const { t, number } = useLanguage()
  if (uses.length === 0) return <span className="text-muted">{number(0)}</span>
  const kinds = attributeUseKinds.filter((kind) => uses.some((use) => use.kind === kind))
  return (
    <Popover
      label={t('attributes.uses.of', { name })}
      placement="bottom end"
      className="flex max-h-80 w-72 flex-col gap-3 overflow-y-auto"
      trigger={
        <button
          type="button"
          aria-label={t('attributes.uses.show', { name, count: uses.length })}
          className="focus-ring -mr-1 min-w-7 rounded-small px-1 text-right text-brand tabular-nums hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {number(uses.length)}
        </button>
      }
    >
      {kinds.map((kind) => (
        <section key={kind}>
          <h3 className="text-label font-medium text-muted">{t(`attributes.uses.${kind}`)}</h3>
          <ul>
            {uses
              .filter((use) => use.kind === kind)
              .map(({ id, name: user, table, path }) => (
                <li key={id} className="py-0.5 break-words">
                  <PageLink
                    href={`/${environmentId}${path}`}
                    className="focus-ring rounded-small text-brand hover:underline"
                  >
                    {table === null ? user : t('attributes.uses.inTable', { name: user, table })}
                  </PageLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Popover>
  )
}
