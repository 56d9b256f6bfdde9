/** A file of a record, as screens know it. */
export type FileInfo = {
  readonly id: string
  /** As it was called where it came from. A label only: nothing is stored or served under it. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Media type, found from what is in it. */
  readonly type: string
  /** Pixels, of a picture. */
  readonly width: number | null
  readonly height: number | null
}

/** The largest file where an attribute says nothing else: 25 MiB. */
export const usualFileSize = 25 * 1024 * 1024
/** The longest name that is kept. */
export const fileNameLength = 255
/** Pictures that browsers show and that hold no scripts. */
export const shownPictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** The ending of a file name with its point, in small letters; '' where there is none. */
export function extensionOf(name: string): string {
  return /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? ''
}

/**
 * Whether an attribute takes a file: `accept` lists endings (`.pdf`), media types (`image/png`) and families of them
 * (`image/*`); none takes all. Both the ending and the type that was found in the file may fulfil it.
 */
export function isAccepted(accept: readonly string[], file: { readonly name: string; readonly type: string }): boolean {
  const wanted = accept.filter((each) => each.trim() !== '')
  if (wanted.length === 0) return true
  const extension = extensionOf(file.name)
  return wanted.some((each) => {
    const kind = each.trim().toLowerCase()
    if (kind.startsWith('.')) return kind === extension
    return kind.endsWith('/*') ? file.type.startsWith(kind.slice(0, -1)) : kind === file.type
  })
}

/** A name that came with an upload, without paths, control characters and excess length. */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  const plain = base.replaceAll(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  if (plain === '' || /^\.+$/.test(plain)) return 'file'
  if (plain.length <= fileNameLength) return plain
  const extension = extensionOf(plain)
  return plain.slice(0, fileNameLength - extension.length) + extension
}
