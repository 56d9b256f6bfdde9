import { useState } from 'react'
import { GuideSection } from '#design/web/guide/GuideSection.tsx'
import { RichText } from '#design/web/richText/RichText.tsx'
import { RichTextField } from '#design/web/richText/RichTextField.tsx'
import { GuideGrid } from '#design/web/guide/StyleGuideGrid.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { SampleCharts } from '#main/web/SampleCharts.tsx'
import { SampleFields } from '#main/web/SampleFields.tsx'
import { useTitle } from '#platform/web/title.ts'

const sampleText =
  '<p>Dear <b>Amber Foods</b>,</p><p>your order leaves on <i>Monday</i>. It holds:</p><ul><li>12 crates of honey</li><li>3 crates of candles</li></ul><p>Read <a href="https://example.org">how we pack</a>.</p>'

/** The grid, the charts and the fields of forms on sample data, to be tried out: nothing of it is kept. */
export function PlaygroundPage() {
  const { t } = useLanguage()
  useTitle(t('design.guide.playground'))
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-300 flex-col gap-10 px-4 py-8 md:px-8">
      <h1 className="text-auth font-semibold">{t('design.guide.playground')}</h1>
      <GuideSection title={t('design.guide.grid')}>
        <GuideGrid />
      </GuideSection>
      <GuideSection title={t('design.guide.charts')}>
        <SampleCharts />
      </GuideSection>
      <GuideSection title={t('design.guide.fields')}>
        <SampleFields />
      </GuideSection>
    </div>
  )
}

/** The editor of formatted text, beside what readers see of it and the HTML that is kept. */
export function RichTextPage() {
  const { t } = useLanguage()
  const [html, setHtml] = useState(sampleText)
  useTitle(t('design.guide.richText'))
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-300 flex-col gap-6 px-4 py-8 md:px-8">
      <h1 className="text-auth font-semibold">{t('design.guide.richText')}</h1>
      <div className="grid gap-6 md:grid-cols-2">
        <RichTextField label={t('design.guide.written')} value={html} onChange={setHtml} />
        <section className="flex min-w-0 flex-col gap-1">
          <h2 className="text-label font-medium text-muted">{t('design.guide.read')}</h2>
          <div className="rounded-control border border-line px-2.5 py-1.5">
            <RichText html={html} />
          </div>
        </section>
      </div>
      <section className="flex min-w-0 flex-col gap-1">
        <h2 className="text-label font-medium text-muted">{t('design.guide.html')}</h2>
        <pre className="rounded-control border border-line px-2.5 py-1.5 font-mono text-label break-words whitespace-pre-wrap">
          {html}
        </pre>
      </section>
    </div>
  )
}
