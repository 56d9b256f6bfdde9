import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import type { Option } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import type { Related } from '#records/related.ts'
import { useFindLinked } from '#records/web/grid/useFindLinked.ts'

type LinkRecordProps = {
  readonly envid: string
  readonly related: Related
  readonly onLink: (record: Option) => Promise<void>
}

/** Finds a record by its name and links it. */
export function LinkRecord({ envid, related, onLink }: LinkRecordProps) {
  const { t } = useLanguage()
  const findLinked = useFindLinked(envid)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Option>()
  const [isPending, setPending] = useState(false)
  const close = () => {
    setOpen(false)
    setChosen(undefined)
  }
  const link = async () => {
    if (!chosen || isPending) return
    setPending(true)
    await onLink(chosen)
    setPending(false)
    close()
  }
  return (
    <>
      <Button
        icon={<Link2 aria-hidden />}
        onPress={() => setOpen(true)}
        aria-label={t('relationships.related.linkTo', { name: related.title })}
      >
        {t('relationships.related.link')}
      </Button>
      <Dialog
        isOpen={isOpen}
        title={t('relationships.related.linkTo', { name: related.title })}
        width="small"
        onClose={close}
        footer={
          <>
            <Button onPress={close}>{t('design.cancel')}</Button>
            <Button kind="primary" isPending={isPending} isDisabled={!chosen} onPress={() => void link()}>
              {t('relationships.related.linkIt')}
            </Button>
          </>
        }
      >
        <ComboBox
          label={related.target.name}
          value={chosen}
          onChange={setChosen}
          search={(text, signal) => findLinked(related.attribute, text, signal, {})}
          autoFocus
        />
      </Dialog>
    </>
  )
}
