import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ChangeRecord } from '#changes/wire.ts'
import { Banner } from '#design/web/Banner.tsx'
import { Button } from '#design/web/Button.tsx'
import { classes } from '#design/web/classes.ts'
import { RelativeTime } from '#design/web/RelativeTime.tsx'
import { linkClass } from '#design/web/TextLink.tsx'
import { useLanguage } from '#language/web/language.tsx'

type ChangeLineProps = {
  readonly change: ChangeRecord
  /** Why it could not be undone. */
  readonly refusal?: string | undefined
  readonly isPending?: boolean
  readonly onUndo?: (() => void) | undefined
}

// A change set may hold hundreds of operations; a few tell what it was about.
const shown = 3

/** One change set: what was done, by whom, when and why. */
export function ChangeLine({ change, refusal, isPending, onUndo }: ChangeLineProps) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { id, sentences, note, by, on, undoes_id, undone_by_id } = change
  const hidden = sentences.length - shown
  const visible = isOpen || hidden === 1 ? sentences : sentences.slice(0, shown)
  return (
    <li id={anchor(id)} className="flex flex-col gap-2 px-3 py-2.5 target:bg-selection">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <ul className={classes(undone_by_id !== null && 'text-muted line-through decoration-1')}>
            {visible.map(({ key, values }, at) => (
              <li key={at} className="font-medium break-words">
                {t(key, values)}
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
            {undone_by_id !== null && <Reference id={undone_by_id} text={t('changes.undoneMark')} />}
            {undoes_id !== null && <Reference id={undoes_id} text={t('changes.undoesMark')} />}
          </p>
        </div>
        {onUndo && (
          <Button kind="quiet" icon={<Undo2 aria-hidden />} isPending={isPending === true} onPress={onUndo}>
            {t('design.undo')}
          </Button>
        )}
      </div>
      {refusal !== undefined && <Banner kind="error">{refusal}</Banner>}
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
