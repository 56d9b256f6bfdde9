import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#design/web/display/Badge.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import type { BaseText } from '#labels/baseText.ts'
import { byDefinition, changeProblems, labelChanges, placeIn, type Drafts } from '#labels/drafts.ts'
import { nameOfPlace, type LabelPlace } from '#labels/label.ts'
import { nameOfDefinition, sayProperty } from '#labels/web/sayText.ts'
import { locales, type Locale } from '#language/locale.ts'
import type { TextKey } from '#language/translate.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { View } from '#views/view.ts'

// Keys come with data: @texts labels

type LabelListProps = {
  readonly entity: EntityDefinition
  readonly views: readonly View[]
  readonly locale: Locale
  readonly texts: readonly BaseText[]
  readonly saved: ReadonlyMap<string, string>
  readonly drafts: Drafts
  readonly onType: (place: LabelPlace, text: string) => void
}

/** How many texts are shown at first, and with each press of *more*. */
const step = 100

const columns = 'grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-start'

/** The texts of a table by what they are of, each with its words in one language. */
export function LabelList({ entity, views, locale, texts, saved, drafts, onType }: LabelListProps) {
  const { t } = useLanguage()
  const [most, setMost] = useState(step)
  const left = texts.length - most
  return (
    <div className="flex flex-col gap-4">
      <div aria-hidden className={`${columns} px-3 text-label text-muted max-sm:hidden`}>
        <span />
        <span>{t('labels.base')}</span>
        <span>{locales[locale].name}</span>
      </div>
      {byDefinition(texts.slice(0, most)).map((own) => {
        const [first] = own
        if (!first) return null
        const name = nameOfDefinition(entity, views, first)
        return (
          <section key={first.definition_id} className="rounded-card border border-line">
            <header className="flex min-w-0 flex-wrap items-center gap-2 border-b border-line bg-subtle px-3 py-2">
              <h3 className="min-w-0 truncate font-medium">{name}</h3>
              <span className="text-label text-muted">{t(`labels.of.${first.of}`)}</span>
              {first.managed && <Badge icon={<Lock aria-hidden />}>{t('entities.managed')}</Badge>}
            </header>
            <ul className="divide-y divide-line">
              {own.map((base) => (
                <LabelLine key={base.property} {...{ base, name, locale, saved, drafts, onType }} />
              ))}
            </ul>
          </section>
        )
      })}
      {left > 0 && (
        <Button onPress={() => setMost(most + step)}>{t('labels.more', { count: Math.min(left, step) })}</Button>
      )}
    </div>
  )
}

type LabelLineProps = Pick<LabelListProps, 'locale' | 'saved' | 'drafts' | 'onType'> & {
  readonly base: BaseText
  readonly name: string
}

function LabelLine({ base, name, locale, saved, drafts, onType }: LabelLineProps) {
  const { t } = useLanguage()
  const property = sayProperty(t, base)
  const place = placeIn(base, locale)
  const now = saved.get(nameOfPlace(place))
  const [change] = labelChanges([base], saved, drafts, [locale])
  const [problem] = change ? changeProblems(change) : []
  const error = problem && t(`fault.${problem.code}` as TextKey, problem.parameters)
  return (
    <li className={`${columns} px-3 py-2`}>
      <span className="text-label text-muted sm:pt-1.5">{property}</span>
      <span className="min-w-0 break-words sm:pt-1">{base.text}</span>
      <TextField
        label={t('labels.input', { property, name, language: locales[locale].name })}
        labelHidden
        lang={locale}
        autoComplete="off"
        isDisabled={base.managed}
        value={drafts.get(nameOfPlace(place)) ?? now ?? ''}
        onChange={(text) => onType(place, text)}
        undertext={change && now !== undefined ? t('labels.saved', { text: now }) : undefined}
        {...(error === undefined ? {} : { error })}
      />
    </li>
  )
}
