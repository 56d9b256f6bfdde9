import { useState } from 'react'
import type { Attribute } from '#attributes/attribute.ts'
import { TextField } from '#design/web/fields/TextField.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { otherEnd, type NewRelationship } from '#entities/newRelationship.ts'
import { attributeUriProblems } from '#entities/rules.ts'
import { uriInput } from '#entities/web/AttributeDrafts.tsx'
import { RelationshipChoices } from '#entities/web/RelationshipChoices.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { proposeUri } from '#text/uri.ts'

type NewRelationshipFieldsProps = {
  readonly values: Attribute
  readonly entity: EntityDefinition
  readonly model: Model
  readonly said: NewRelationship
  readonly errorOf: (property: string) => string | undefined
  readonly onSay: (next: Partial<NewRelationship>) => void
}

/** What a new attribute says of its relationship: the other end, and what becomes of the records of either side. */
export function NewRelationshipFields({ values, entity, model, said, errorOf, onSay }: NewRelationshipFieldsProps) {
  const { t } = useLanguage()
  const [hasOwnUri, setOwnUri] = useState(false)
  const target = model.entities.get(values.related_entity ?? '')
  if (!target) return null
  const isMany = values.type === 'N:N'
  const isPointedTo = values.type === '1:N'
  const [from, to] = isPointedTo ? [target, entity] : [entity, target]
  // The uris of both ends meet where a table belongs to itself.
  const neighbours = target.id === entity.id ? [...target.attributes, values] : target.attributes
  const isTaken = (uri: string) => attributeUriProblems(uri, neighbours).length > 0
  const usual = values.required && !isMany ? 'restrict' : 'clear'
  const control = (property: 'name' | 'uri') => {
    const error = errorOf(`${otherEnd}.${property}`)
    return { name: `${otherEnd}.${property}`, ...(error === undefined ? {} : { error }) }
  }
  const canHaveOther = isPointedTo || !target.managed
  return (
    <section aria-label={t('relationships.title')} className="flex flex-col gap-4 border-t border-line pt-4">
      <div>
        <h3 className="font-semibold">{t('relationships.title')}</h3>
        <p className="text-label text-muted">
          {t(isMany ? 'relationships.isMany' : 'relationships.isOne', { from: from.name, to: to.name })}
        </p>
      </div>
      {canHaveOther && (
        <div className="flex flex-col gap-3">
          <p className="text-label text-muted">
            {isPointedTo
              ? t('relationships.newLookupHint', { from: target.name, to: entity.name })
              : t('relationships.inverseHint', { from: entity.collectionname, to: target.name })}
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              {...control('name')}
              label={t(isPointedTo ? 'relationships.lookupName' : 'relationships.inverse', { to: target.name })}
              value={said.otherName}
              onChange={(otherName) =>
                onSay({ otherName, ...(hasOwnUri ? {} : { otherUri: proposeUri(otherName, isTaken) }) })
              }
              autoComplete="off"
              required={isPointedTo}
            />
            <TextField
              {...uriInput}
              {...control('uri')}
              label={t('relationships.otherUri')}
              value={said.otherUri}
              required={isPointedTo || said.otherName !== ''}
              onChange={(typed) => {
                setOwnUri(typed !== '')
                onSay({ otherUri: typed.toLowerCase() })
              }}
            />
          </div>
        </div>
      )}
      <RelationshipChoices
        names={{ from: from.collectionname, to: to.name }}
        isMany={isMany}
        isLocked={false}
        isHeld={values.required && !isMany && said.on_delete === 'clear'}
        value={{
          on_delete: said.on_delete ?? usual,
          on_assign: said.on_assign ?? 'none',
          on_share: said.on_share ?? 'none',
        }}
        onSay={onSay}
      />
    </section>
  )
}
