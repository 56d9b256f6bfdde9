import { File } from 'lucide-react'
import { useState } from 'react'
import { usePicture } from '#attributes/web/files.client.ts'
import { classes } from '#design/web/theme/classes.ts'

type ThumbnailProps = {
  readonly envid: string | undefined
  readonly id: string
  readonly name: string
  readonly className?: string
}

/** The small form of a picture; the icon of a file where there is none. */
export function Thumbnail({ envid, id, name, className }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false)
  const address = usePicture(envid, id, 'small')
  if (isBroken || address === undefined)
    return <File size={16} className="shrink-0 text-muted" aria-label={name} role="img" />
  return (
    <img
      src={address}
      alt={name}
      loading="lazy"
      onError={() => setBroken(true)}
      className={classes('shrink-0 rounded-small object-cover', className)}
    />
  )
}
