import { Upload } from 'lucide-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'

type DropZoneProps = {
  readonly label: string
  /** File name endings and media types, as in the HTML attribute `accept`. */
  readonly accept?: string
  readonly multiple?: boolean
  /** In one low line, for a place among other fields. */
  readonly isLow?: boolean
  readonly undertext?: string
  readonly error?: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes files: dropped here, or chosen by a button. */
export function DropZone({ label, accept, multiple, isLow, undertext, error, onFiles }: DropZoneProps) {
  const { t } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const noteId = useId()
  const note = error ?? undertext
  const take = (files: FileList | null) => {
    const list = [...(files ?? [])]
    if (list.length > 0) onFiles(multiple ? list : list.slice(0, 1))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      role="group"
      aria-label={label}
      className={classes(
        'flex items-center gap-2 border border-dashed',
        isLow ? 'flex-wrap rounded-control px-2.5 py-1.5' : 'flex-col rounded-card px-4 py-8 text-center',
        isOver ? 'border-brand bg-selection' : error ? 'border-red' : 'border-control-line bg-subtle',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Upload className={classes('stroke-[1.5] text-muted', isLow ? 'size-4' : 'size-6')} aria-hidden />
      <p>{t('design.dropFiles')}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        {...{ accept, multiple }}
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again after it was mended.
          event.target.value = ''
        }}
      />
      <Button onPress={() => input.current?.click()} aria-describedby={note ? noteId : undefined}>
        {t('design.chooseFile')}
      </Button>
      {note && (
        <p id={noteId} className={classes('text-label', error ? 'text-red' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}
