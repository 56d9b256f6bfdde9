import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { TypeSelect } from '#attributes/web/TypeSelect.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { typesAfter } from '#entities/conversions.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { ChangeTypeDialog } from '#entities/web/ChangeTypeDialog.tsx'
import { useLanguage } from '#language/web/language.tsx'

type ChangeTypeProps = {
  readonly environmentId: string
  readonly entity: EntityDefinition
  readonly attribute: Attribute
  readonly isLocked: boolean
}

/** The type of an attribute that has values already, and the way to another one. */
export function ChangeType({ environmentId, entity, attribute, isLocked }: ChangeTypeProps) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const isFixed = typesAfter(attribute.type).length === 0
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <div className="w-full">
        <TypeSelect
          name="type"
          label={t('attributes.typeLabel')}
          value={attribute.type}
          types={[attribute.type]}
          isDisabled
          {...(isFixed ? { undertext: t('attributes.typeFixed') } : {})}
          onChange={() => undefined}
        />
      </div>
      {!isFixed && !isLocked && (
        <Button icon={<Shuffle aria-hidden />} onPress={() => setOpen(true)}>
          {t('entities.type.open')}
        </Button>
      )}
      {isOpen && <ChangeTypeDialog {...{ environmentId, entity, attribute }} onClose={() => setOpen(false)} />}
    </div>
  )
}
