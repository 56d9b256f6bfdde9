import { PencilLine, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { useLanguage } from '#language/web/language.tsx'

const AttributesBulkDialog = lazy(async () => ({
  default: (await import('#entities/web/AttributesBulkDialog.tsx')).AttributesBulkDialog,
}))

type AttributesBulkBarProps = {
  readonly environmentId: string
  /** Those that are ticked. */
  readonly attributes: readonly Attribute[]
  /** How many can be. */
  readonly most: number
  readonly onAll: () => void
  readonly onClear: () => void
}

/** What can be done with the ticked attributes. */
export function AttributesBulkBar({ environmentId, attributes, most, onAll, onClear }: AttributesBulkBarProps) {
  const { t } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div
      role="toolbar"
      aria-label={t('attributes.bulk.bar')}
      className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-selection px-3 py-1.5"
    >
      <IconButton label={t('attributes.bulk.none')} icon={<X />} onPress={onClear} />
      <p role="status" className="mr-auto font-medium">
        {t('attributes.bulk.ticked', { count: attributes.length })}
      </p>
      {attributes.length < most && <Button onPress={onAll}>{t('attributes.bulk.all', { count: most })}</Button>}
      <Button icon={<PencilLine aria-hidden />} onPress={() => setIsOpen(true)}>
        {t('attributes.bulk.change')}
      </Button>
      {isOpen && (
        <Suspense>
          <AttributesBulkDialog
            {...{ environmentId, attributes }}
            onClose={() => setIsOpen(false)}
            onDone={() => {
              setIsOpen(false)
              onClear()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
