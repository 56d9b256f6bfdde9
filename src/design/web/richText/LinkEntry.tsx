import type Squire from 'squire-rte'
import { useState, type ReactElement } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'

type LinkEntryProps = { readonly editor: Squire; readonly trigger: ReactElement; readonly isOn: boolean }

/** Asks for the address that the selected text shall lead to. */
export function LinkEntry({ editor, trigger, isOn }: LinkEntryProps) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const whole = wholeAddress(address)
  const open = (next: boolean) => {
    if (next) setAddress(linkAt(editor) ?? '')
    setOpen(next)
  }
  const link = () => {
    if (whole === undefined) return
    setOpen(false)
    editor.focus().makeLink(whole)
  }
  return (
    <Popover label={t('controls.link')} trigger={trigger} isOpen={isOpen} onOpenChange={open}>
      <div className="flex w-72 max-w-full flex-col gap-3">
        <TextField
          label={t('controls.address')}
          inputMode="url"
          autoFocus
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={setAddress}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            link()
          }}
          {...(address !== '' && whole === undefined ? { error: t('fault.validation.url') } : {})}
        />
        <div className="flex justify-end gap-2">
          {isOn && (
            <Button
              kind="quiet"
              onPress={() => {
                setOpen(false)
                editor.focus().removeLink()
              }}
            >
              {t('controls.unlink')}
            </Button>
          )}
          <Button kind="primary" isDisabled={whole === undefined} onPress={link}>
            {t('controls.link')}
          </Button>
        </div>
      </div>
    </Popover>
  )
}

function linkAt(editor: Squire): string | undefined {
  const { commonAncestorContainer: node } = editor.getSelection()
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('a')?.getAttribute('href') ?? undefined
}

/** An address that may be linked to; one without a scheme is meant for the web. */
function wholeAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(trimmed)) return trimmed
  return /^[^\s:/]+\.[^\s:]+$/.test(trimmed) ? `https://${trimmed}` : undefined
}
