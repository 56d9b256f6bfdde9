import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ChangeRecord } from '#changes/wire.ts'
import { ChangeDetails } from '#changes/web/ChangeDetails.tsx'
import type { DefinitionWords } from '#changes/web/definitionWords.ts'
import { saySentence } from '#changes/web/saySentence.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { RelativeTime } from '#design/web/dates/RelativeTime.tsx'
import { linkClass } from '#design/web/navigation/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'

type ChangeLineProps = {
  readonly environmentId: string
  readonly change: ChangeRecord
  readonly words: DefinitionWords
  /** Why it could not be undone, and the later changes that stand in the way. */
  readonly refusal?: UndoRefusal | undefined
  readonly isPending?: boolean
  readonly onUndo?: (() => void) | undefined
}

export type UndoRefusal = {
  readonly id: string
  readonly text: string
  readonly changes: readonly Pick<ChangeRecord, 'id' | 'sentences'>[]
}

// A change set may hold hundreds of operations; a few tell what it was about.
const shown = 3

/** Where a change came from, beside a maker's own hand. */
const causes = ['import', 'undo', 'demo', 'system'] as const

/** One change set: what was done, by whom, when and why. */
export function ChangeLine({ environmentId, change, words, refusal, isPending, onUndo }: ChangeLineProps) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { id, sentences, note, by, on, cause, undoes_id, undone_by_id } = change
  const hidden = sentences.length - shown
  const visible = isOpen || hidden === 1 ? sentences : sentences.slice(0, shown)
  return (
    <li id={anchor(id)} className="flex flex-col gap-2 px-3 py-2.5 target:bg-selection">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <ul className={classes(undone_by_id !== null && 'text-muted line-through decoration-1')}>
            {visible.map(({ key, values }, at) => (
              <li key={at} className="font-medium break-words">
                {saySentence(t, { key, values })}
              </li>
            ))}
          </ul>
          {visible.length < sentences.length && (
            <button type="button" className={classes(linkClass, 'self-start')} onClick={() => setOpen(true)}>
              {t('changes.andMore', { count: hidden })}
            </button>
          )}
          {note && <p className="break-words">{t('changes.note', { note })}</p>}
          <p className="flex flex-wrap gap-x-1.5 text-label text-muted">
            <span className="break-words">{by ?? t('changes.unknownPerson')}</span>
            <span aria-hidden>·</span>
            <RelativeTime value={new Date(on)} />
            {cause.kind !== 'request' && (
              <>
                <span aria-hidden>·</span>
                <span>{t(`changes.cause.${causes.find((each) => each === cause.kind) ?? 'other'}`)}</span>
              </>
            )}
            {undone_by_id !== null && <Reference id={undone_by_id} text={t('changes.undoneMark')} />}
            {undoes_id !== null && <Reference id={undoes_id} text={t('changes.undoesMark')} />}
          </p>
        </div>
        {onUndo && (
          <Button
            kind="quiet"
            icon={undoes_id === null ? <Undo2 aria-hidden /> : <Redo2 aria-hidden />}
            isPending={isPending === true}
            onPress={onUndo}
          >
            {t(undoes_id === null ? 'design.undo' : 'changes.redo.action')}
          </Button>
        )}
      </div>
      <ChangeDetails {...{ environmentId, words }} changeId={id} />
      {refusal !== undefined && (
        <Banner kind="error">
          <p>{refusal.text}</p>
          <ul className="list-disc pl-5">
            {refusal.changes.map((each) => (
              <li key={each.id}>
                <a href={`#${anchor(each.id)}`} className={linkClass}>
                  {each.sentences.map((sentence) => saySentence(t, sentence)).join('; ')}
                </a>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </li>
  )
}

function Reference({ id, text }: { id: string; text: string }) {
  return (
    <>
      <span aria-hidden>·</span>
      <a href={`#${anchor(id)}`} className={linkClass}>
        {text}
      </a>
    </>
  )
}

function anchor(changeId: string): string {
  return `change-${changeId}`
}
