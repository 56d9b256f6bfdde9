import { useAttributeEditor, type AttributeEditor } from '#entities/web/useAttributeEditor.ts'
import { X } from 'lucide-react'
import type { Attribute } from '#attributes/attribute.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { otherEnd } from '#entities/newRelationship.ts'
import { AttributeBasics } from '#entities/web/AttributeBasics.tsx'
import { AttributePreview } from '#entities/web/AttributePreview.tsx'
import { AttributeProperties } from '#entities/web/AttributeProperties.tsx'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { NewRelationshipFields } from '#entities/web/NewRelationshipFields.tsx'
import type { ViewsFor } from '#entities/web/properties/RelatedViewSelect.tsx'
import { RelationshipEditor } from '#entities/web/RelationshipEditor.tsx'
import { StaleDialog } from '#entities/web/StaleDialog.tsx'
import { useLanguage } from '#language/web/language.tsx'

type AttributePanelProps = EntityPlace & {
  /** Undefined: a new one. */
  readonly attribute: Attribute | undefined
  readonly isLocked: boolean
  readonly viewsFor: ViewsFor
  readonly onClose: () => void
  readonly onDelete: (attribute: Attribute) => void
}

/** Makes an attribute or changes one: the properties of its type, and what its input will look like. */
export function AttributePanel(props: AttributePanelProps) {
  const { environmentId, model, entity, attribute, isLocked, viewsFor, onClose, onDelete } = props
  const { t } = useLanguage()
  const editor = useAttributeEditor({ environmentId, model, entity, attribute }, onClose)
  const { base, values, change, said, setSaid, isNewRelationship, problems, submit, stale } = editor
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-header items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{attribute?.name ?? t('attributes.new')}</h2>
        <IconButton label={t('design.close')} icon={<X />} onPress={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 scroll-py-16 flex-col gap-5 overflow-auto p-4">
        {attribute?.managed && <Banner kind="locked">{t('fault.managed.update')}</Banner>}
        <FormErrors errors={problems.errors} />
        <AttributePreview attribute={values} />
        <fieldset disabled={isLocked} className="flex min-w-0 flex-col gap-5">
          <AttributeBasics
            {...{ environmentId, values, entity, model, isLocked }}
            isNew={!attribute}
            former={base}
            errorOf={problems.errorOf}
            onChange={change}
          />
          {isNewRelationship && (
            <NewRelationshipFields
              key={`${values.type} ${values.related_entity}`}
              {...{ values, entity, model, said }}
              errorOf={problems.errorOf}
              onSay={(next) => {
                setSaid({ ...said, ...next })
                problems.forget(otherEnd)
              }}
            />
          )}
          <AttributeProperties
            {...{ values, entity, model, isLocked, viewsFor }}
            errorOf={problems.errorOf}
            onChange={change}
          />
        </fieldset>
        {attribute && <RelationshipEditor {...{ environmentId, model, attribute, isLocked }} />}
      </div>
      {!isLocked && <AttributeFooter {...{ attribute, editor, onDelete }} />}
      {stale && (
        <StaleDialog
          stale={stale}
          labelOf={editor.labelOf}
          onResolve={(chosen) => void editor.resolve(chosen).catch(problems.tellRefusal)}
          onClose={editor.giveUp}
        />
      )}
    </form>
  )
}

type AttributeFooterProps = Pick<AttributePanelProps, 'attribute' | 'onDelete'> & { readonly editor: AttributeEditor }

function AttributeFooter({ attribute, editor: { isDirty, isPending }, onDelete }: AttributeFooterProps) {
  const { t } = useLanguage()
  return (
    <footer className="flex items-center gap-2 border-t border-line px-4 py-3">
      {attribute && (
        <Button kind="quietDanger" onPress={() => onDelete(attribute)}>
          {t('entities.delete.action')}
        </Button>
      )}
      <span className="min-w-0 flex-1 truncate text-right text-label text-muted">
        {attribute && isDirty && t('entities.settings.unsaved')}
      </span>
      <Button type="submit" kind="primary" isPending={isPending} isDisabled={attribute !== undefined && !isDirty}>
        {t(attribute ? 'entities.settings.save' : 'attributes.create')}
      </Button>
    </footer>
  )
}
