import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FileInfo } from '#attributes/files.ts'
import { hostAddress } from '#platform/web/hosts.ts'
import { api } from '#platform/web/http.ts'
import { saveFile } from '#platform/web/saveFile.ts'
import { storedToken } from '#platform/web/token.ts'

export type FileSize = 'whole' | 'small'

function pathOf(envid: string, id: string, size: FileSize): string {
  return `/file/v1/${envid}/${id}${size === 'small' ? '?size=small' : ''}`
}

/** Brings a file for an attribute. Throws an ApiFault for what the server does not take. */
export function bringFile(
  envid: string,
  attributeId: string,
  file: File,
  /** Hears which share of it, from 0 to 1, has left. */
  onProgress: (share: number) => void,
): Promise<FileInfo> {
  const form = new FormData()
  form.append('file', file, file.name)
  const path = `/file/v1/${envid}/attribute/${attributeId}`
  return api.upload<FileInfo>(path, form, {
    onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
  })
}

/** What is known of some files; one that may not be seen is left out. */
export function useFiles(envid: string | undefined, ids: readonly string[]) {
  return useQuery({
    queryKey: ['files', envid, ...ids.toSorted()],
    queryFn: async ({ signal }) => {
      const path = `/file/v1/${envid}?ids=${ids.join(',')}`
      return (await api.get<{ value: readonly FileInfo[] }>(path, { signal })).value
    },
    enabled: envid !== undefined && ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
}

/** Has the browser keep a file. */
export function downloadFile(envid: string, { id, name }: FileInfo): Promise<void> {
  return saveFile(pathOf(envid, id, 'whole'), name)
}

/** The address of a picture for an `img`; undefined until it is there. Where no cookie says who asks, it is fetched first. */
export function usePicture(envid: string | undefined, id: string, size: FileSize): string | undefined {
  const [fetched, setFetched] = useState<string>()
  const isDirect = storedToken() === undefined
  useEffect(() => {
    if (isDirect || envid === undefined) return
    const abort = new AbortController()
    let url: string | undefined
    api.download(pathOf(envid, id, size), undefined, { signal: abort.signal }).then(
      (blob) => {
        if (!abort.signal.aborted) setFetched((url = URL.createObjectURL(blob)))
      },
      // A picture that does not come is shown as its file's icon.
      () => undefined,
    )
    return () => {
      abort.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [envid, id, size, isDirect])
  return isDirect && envid !== undefined ? hostAddress(pathOf(envid, id, size)) : fetched
}
