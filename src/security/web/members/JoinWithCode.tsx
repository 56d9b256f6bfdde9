import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { inviteCodePattern } from '#security/invite.ts'

/** Takes the code of an invite that came by other ways than a link. */
export function JoinWithCode({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  if (!isOpen)
    return (
      <div>
        <Button icon={<Ticket aria-hidden />} onPress={() => setOpen(true)}>
          {t('access.join.title')}
        </Button>
      </div>
    )
  return (
    <form
      noValidate
      className="flex max-w-140 flex-col gap-3 rounded-card border border-line bg-background p-5"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = code.replaceAll(/[\s-]/g, '')
        if (inviteCodePattern.test(typed)) onCode(typed)
        else setWrong(true)
      }}
    >
      <h2 className="text-title font-semibold">{t('access.join.title')}</h2>
      <TextField
        label={t('access.invite.code')}
        value={code}
        onChange={(next) => {
          setCode(next)
          setWrong(false)
        }}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        undertext={t('access.join.text')}
        {...(isWrong ? { error: t('access.join.shape') } : {})}
      />
      <div className="flex justify-end gap-2">
        <Button onPress={() => setOpen(false)}>{t('design.cancel')}</Button>
        <Button type="submit" kind="primary">
          {t('access.join.look')}
        </Button>
      </div>
    </form>
  )
}
