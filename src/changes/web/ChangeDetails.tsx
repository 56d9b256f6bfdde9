import { useState } from 'react'
import type { Operation } from '#changes/operation.ts'
import { useChange } from '#changes/web/changes.client.ts'
import { sayOperation } from '#changes/sayOperation.ts'
import type { DefinitionWords } from '#changes/web/definitionWords.ts'
import { sayImpact, saySentence } from '#changes/web/saySentence.ts'
import type { ChangeDetail, Conversion } from '#changes/wire.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import type { Translate } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type ChangeDetailsProps = {
  readonly environmentId: string
  readonly changeId: string
  readonly words: DefinitionWords
}

/** What a change meant for records, and what exactly was said in it; loaded when somebody wants to know. */
export function ChangeDetails({ environmentId, changeId, words }: ChangeDetailsProps) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useChange(environmentId, changeId, isOpen)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`${linkClass} w-fit cursor-pointer text-label`}>{t('changes.details')}</summary>
      {isOpen && !data && !error && (
        <Loading>
          <Skeleton className="w-1/2" />
        </Loading>
      )}
      {error && <Banner kind="error">{sayFault(t, error).text}</Banner>}
      {data && (
        <div className="flex flex-col gap-2 pt-2">
          {data.impact.map((each, at) => (
            <p key={at}>{sayImpact(t, each)}</p>
          ))}
          {data.conversions.map((conversion) => (
            <Outcome key={conversion.attribute_id} conversion={conversion} />
          ))}
          <ol className="flex flex-col gap-2">
            {data.operations.map((operation, at) => (
              <li key={at} className="rounded-control bg-sunken p-2">
                <Said {...{ operation, words }} title={titleOf(t, data, at)} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </details>
  )
}

/** What an operation of several did. */
function titleOf(t: Translate, { sentences, operations }: ChangeDetail, at: number): string | undefined {
  const sentence = operations.length > 1 && sentences.length === operations.length ? sentences[at] : undefined
  return sentence && saySentence(t, sentence)
}

function Outcome({ conversion }: { conversion: Conversion }) {
  const { t, number } = useLanguage()
  const kinds = (['kept', 'cleared', 'rounded', 'truncated'] as const).filter((kind) => conversion[kind] > 0)
  const said = kinds.map((kind) => `${t(`entities.type.count.${kind}`)}: ${number(conversion[kind])}`)
  return <p>{`${conversion.name}: ${said.join(', ')}`}</p>
}

type SaidProps = { readonly operation: Operation; readonly title: string | undefined; readonly words: DefinitionWords }

/** An operation property by property, below what it did where it is one of several. */
function Said({ operation, title, words }: SaidProps) {
  const { t } = useLanguage()
  return (
    <>
      {title !== undefined && <p className="text-label text-muted">{title}</p>}
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 text-label">
        {sayOperation(t, operation, words.names, words.texts).map(({ name, label, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
