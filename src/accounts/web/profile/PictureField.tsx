import { useRef } from 'react'
import type { Me } from '#accounts/account.ts'
import { pictureTypes } from '#accounts/picture.ts'
import { PersonPicture } from '#accounts/web/profile/PersonPicture.tsx'
import { smallPicture } from '#accounts/web/profile/smallPicture.ts'
import { useKeepPicture, useRemovePicture } from '#accounts/web/profile/profile.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** A person's picture: chosen, made small here, shown to those who share an environment with them. */
export function PictureField({ me }: { me: Me }) {
  const { t } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const keep = useKeepPicture()
  const remove = useRemovePicture()
  const failed = (error: unknown) => toast({ kind: 'failed', text: sayFault(t, error).text })
  const choose = async (file: File | undefined) => {
    if (!file) return
    const picture = await smallPicture(file).catch(() => undefined)
    if (!picture) return toast({ kind: 'failed', text: t('profile.picture.unreadable') })
    keep.mutate(picture, { onError: failed })
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <PersonPicture person={me} size={64} />
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join(',')}
          aria-label={t('profile.picture.title')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button isPending={keep.isPending} onPress={() => input.current?.click()}>
          {me.picture ? t('profile.picture.change') : t('profile.picture.choose')}
        </Button>
        {me.picture && (
          <Button
            kind="quiet"
            isPending={remove.isPending}
            onPress={() => remove.mutate(undefined, { onError: failed })}
          >
            {t('profile.picture.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}
