import { useState } from 'react'
import { ColorField } from '#design/web/fields/ColorField.tsx'
import { GuideSection } from '#design/web/guide/GuideSection.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import { GuideCards, GuideGrid } from '#design/web/guide/StyleGuideGrid.tsx'
import { GuideButtons, GuideChoices, GuideFields } from '#design/web/guide/StyleGuideFields.tsx'
import { GuideOverlays, GuideStates } from '#design/web/guide/StyleGuideStates.tsx'
import { applyBrand } from '#design/web/theme/brandDress.ts'
import { useTheme, type Density, type Theme } from '#design/web/theme/theme.ts'
import { useLanguage } from '#language/web/language.tsx'

/** Every token and control on one page, as they are now. */
export function StyleGuide() {
  const { t } = useLanguage()
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-300 flex-col gap-10 px-4 py-8 md:px-8">
      <h1 className="text-auth font-semibold">{t('design.guide.title')}</h1>
      <Look />
      <GuideSection title={t('design.guide.colours')}>
        <Colours />
      </GuideSection>
      <GuideSection title={t('design.guide.type')}>
        <Type />
      </GuideSection>
      <GuideSection title={t('design.guide.buttons')}>
        <GuideButtons />
      </GuideSection>
      <GuideSection title={t('design.guide.fields')}>
        <GuideFields />
      </GuideSection>
      <GuideSection title={t('design.guide.choices')}>
        <GuideChoices />
      </GuideSection>
      <GuideSection title={t('design.guide.overlays')}>
        <GuideOverlays />
      </GuideSection>
      <GuideSection title={t('design.guide.states')}>
        <GuideStates />
      </GuideSection>
      <GuideSection title={t('design.guide.grid')}>
        <GuideGrid />
      </GuideSection>
      <GuideSection title={t('design.guide.cards')}>
        <GuideCards />
      </GuideSection>
    </div>
  )
}

function Look() {
  const { t } = useLanguage()
  const { theme, setTheme, density, setDensity } = useTheme()
  const [brand, setBrand] = useState('#2563eb')
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
      <SegmentedControl<Theme>
        label={t('design.guide.theme')}
        value={theme}
        onChange={setTheme}
        segments={[
          { id: 'light', label: t('design.guide.light') },
          { id: 'dark', label: t('design.guide.dark') },
          { id: 'system', label: t('design.guide.system') },
        ]}
      />
      <SegmentedControl<Density>
        label={t('design.guide.density')}
        value={density}
        onChange={setDensity}
        segments={[
          { id: 'compact', label: t('design.guide.compact') },
          { id: 'normal', label: t('design.guide.normal') },
          { id: 'roomy', label: t('design.guide.roomy') },
        ]}
      />
      <ColorField
        label={t('design.guide.brand')}
        value={brand}
        onChange={(colour) => {
          setBrand(colour)
          if (/^#[\da-f]{6}$/i.test(colour)) applyBrand(colour)
        }}
      />
    </div>
  )
}

function Colours() {
  const names = [
    'background',
    'subtle',
    'sunken',
    'raised',
    'line',
    'control-line',
    'text',
    'muted',
    'brand',
    'brand-fill',
    'selection',
  ]
  const tints = ['green', 'amber', 'red', 'grey'].flatMap((name) => [name, `${name}-tint`])
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(120px,1fr))] gap-3">
      {[...names, ...tints].map((name) => (
        <li key={name} className="flex flex-col gap-1 text-label text-muted">
          <span className="h-12 rounded-control border border-line" style={{ background: `var(--${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Type() {
  const sample = 'Ātrā brūnā lapsa · Быстрая лиса · El veloz zorro · 0123456789'
  const sizes = {
    section: 'text-section',
    label: 'text-label',
    base: 'text-base',
    title: 'text-title',
    auth: 'text-auth',
  }
  return (
    <dl className="grid grid-cols-[80px_1fr] items-baseline gap-2">
      {Object.entries(sizes).map(([name, className]) => (
        <div key={name} className="contents">
          <dt className="text-label text-muted">{name}</dt>
          <dd className={className}>{sample}</dd>
        </div>
      ))}
      <dt className="text-label text-muted">mono</dt>
      <dd className="font-mono">{"status = 'Active' and revenue > 1000"}</dd>
    </dl>
  )
}
