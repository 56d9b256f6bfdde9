import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isAccepted, usualFileSize, type FileInfo } from '#attributes/files.ts'
import { listOfTexts } from '#attributes/textList.ts'
import { fieldProps, type ControlProps } from '#attributes/web/control.ts'
import { bringFile, downloadFile, useFiles } from '#attributes/web/files.client.ts'
import { Thumbnail } from '#attributes/web/Thumbnail.tsx'
import { DropZone } from '#design/web/fields/DropZone.tsx'
import { Field } from '#design/web/fields/Field.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Progress } from '#design/web/feedback/Progress.tsx'
import { sizeText } from '#language/furtherFormats.ts'
import { useLanguage, type Language } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

type Underway = { readonly key: number; readonly name: string; readonly share: number; readonly error?: string }

/** The files of a field: taken by drop or choice, uploaded at once, kept when the record is saved. */
export function FilesEditor(props: ControlProps) {
  const { field, value, onChange, isReadOnly, envid, label } = props
  const language = useLanguage()
  const { t } = language
  const ids = value === null || value === '' ? [] : listOfTexts(value)
  const [brought, setBrought] = useState<readonly FileInfo[]>([])
  const [underway, setUnderway] = useState<readonly Underway[]>([])
  const next = useRef(0)
  // Several files may arrive before the form shows the first.
  const current = useRef(ids)
  useEffect(() => {
    current.current = ids
  })
  const asked = ids.filter((id) => !brought.some((file) => file.id === id))
  const { data: known = [], isPending } = useFiles(envid, asked)
  const files = ids.map((id) => [...brought, ...known].find((file) => file.id === id) ?? id)
  const most = field.maxcount ?? 100
  const isFull = ids.length + underway.filter(({ error }) => error === undefined).length >= most
  const accept = field.accept.length > 0 ? field.accept : field.type === 'image' ? ['image/*'] : []

  const note = (key: number, change: Partial<Underway>) =>
    setUnderway((now) => now.map((each) => (each.key === key ? { ...each, ...change } : each)))
  const forget = (key: number) => setUnderway((now) => now.filter((each) => each.key !== key))
  const bring = async (file: File) => {
    if (envid === undefined) return
    const key = next.current++
    setUnderway((now) => [...now, { key, name: file.name, share: 0 }])
    const refusal = refusalOf(file, accept, field.maxsize ?? usualFileSize, t)
    if (refusal !== undefined) return note(key, { error: refusal })
    try {
      const info = await bringFile(envid, field.id, file, (share) => note(key, { share }))
      setBrought((now) => [...now, info])
      current.current = [...current.current, info.id]
      onChange(current.current)
      forget(key)
    } catch (error) {
      note(key, { error: sayFault(t, error).text })
    }
  }
  const remove = (id: string) => {
    const left = ids.filter((each) => each !== id)
    onChange(left.length === 0 ? null : left)
  }
  return (
    <Field {...fieldProps(props)}>
      {(wiring) => (
        <div id={wiring.id} className="flex min-w-0 flex-col gap-2">
          {files.length > 0 && (
            <ul className="flex flex-col gap-1" aria-labelledby={wiring['aria-labelledby']}>
              {files.map((file) => (
                <FileLine
                  key={typeof file === 'string' ? file : file.id}
                  {...{ file, envid, isPending }}
                  onRemove={isReadOnly ? undefined : remove}
                />
              ))}
            </ul>
          )}
          {underway.map(({ key, name, share, error }) => (
            <div key={key} className="flex items-center gap-2 text-label">
              <span className="min-w-0 flex-1">
                {error === undefined ? (
                  <Progress label={name} done={Math.round(share * 100)} total={100} />
                ) : (
                  <>
                    <span className="block truncate">{name}</span>
                    <span role="alert" className="text-red">
                      {error}
                    </span>
                  </>
                )}
              </span>
              {error !== undefined && <IconButton label={t('design.close')} icon={<X />} onPress={() => forget(key)} />}
            </div>
          ))}
          {!isReadOnly && !isFull && (
            <DropZone
              {...{ label }}
              isLow
              multiple={most > 1}
              accept={accept.join(',')}
              undertext={limitsOf(field, accept, language)}
              onFiles={(chosen) => {
                for (const file of chosen.slice(0, most - ids.length)) void bring(file)
              }}
            />
          )}
          {isReadOnly && files.length === 0 && <span className="text-muted">–</span>}
        </div>
      )}
    </Field>
  )
}

type FileLineProps = {
  readonly file: FileInfo | string
  readonly envid: string | undefined
  readonly isPending: boolean
  readonly onRemove: ((id: string) => void) | undefined
}

function FileLine({ file, envid, isPending, onRemove }: FileLineProps) {
  const language = useLanguage()
  const { t } = language
  if (typeof file === 'string')
    return <li className="text-label text-muted">{isPending ? t('design.loading') : t('fault.file.unknown')}</li>
  const { id, name, size, width, height } = file
  return (
    <li className="flex min-w-0 items-center gap-2 rounded-control border border-line px-2 py-1">
      {width === null ? null : <Thumbnail {...{ envid, id, name }} className="size-10" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{name}</span>
        <span className="block text-label text-muted">
          {sizeText(size, language)}
          {width !== null && ` · ${width} × ${height}`}
        </span>
      </span>
      {envid !== undefined && (
        <IconButton
          label={t('controls.download', { name })}
          icon={<Download />}
          onPress={() => void downloadFile(envid, file)}
        />
      )}
      {onRemove && <IconButton label={t('controls.removeFile', { name })} icon={<X />} onPress={() => onRemove(id)} />}
    </li>
  )
}

/** What stands against a file before it is sent: the server looks again, and into it. */
function refusalOf(file: File, accept: readonly string[], most: number, t: Language['t']): string | undefined {
  if (file.size === 0) return t('fault.file.empty')
  if (file.size > most) return t('fault.file.tooLarge', { max: most })
  return isAccepted(accept, file) ? undefined : t('fault.file.kind', { accept: accept.join(', ') })
}

function limitsOf({ maxsize, maxcount }: ControlProps['field'], accept: readonly string[], language: Language): string {
  const { t } = language
  const size = t('controls.fileLimit', { size: sizeText(maxsize ?? usualFileSize, language) })
  const count = maxcount === null ? undefined : t('controls.fileCount', { count: maxcount })
  return [accept.join(', '), size, count].filter(Boolean).join(' · ')
}
