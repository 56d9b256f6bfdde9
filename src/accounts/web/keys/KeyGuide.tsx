import { useState } from 'react'
import type { KeyPlace } from '#accounts/apiKey.ts'
import { CopyLine } from '#design/web/button/CopyLine.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { Tabs } from '#design/web/navigation/Tabs.tsx'
import { useLanguage } from '#language/web/language.tsx'

type KeyGuideProps = {
  /** At least one. */
  readonly places: readonly KeyPlace[]
  readonly chosenId: string | undefined
}

/** Where programs find the records of an environment, and how usual ones are told of it. */
export function KeyGuide({ places, chosenId }: KeyGuideProps) {
  const { t } = useLanguage()
  const [placeId, setPlaceId] = useState(chosenId)
  const [program, setProgram] = useState('excel')
  const place = places.find(({ id }) => id === placeId) ?? places[0]
  if (!place) return null
  const { address } = place
  return (
    <>
      {places.length > 1 && (
        <Select
          label={t('apiKeys.scope')}
          options={places.map(({ id, name }) => ({ id, label: name }))}
          value={place.id}
          onChange={setPlaceId}
          className="max-w-96"
        />
      )}
      <CopyLine label={t('apiKeys.guide.address')} text={address} />
      <Tabs
        label={t('apiKeys.guide.programs')}
        selected={program}
        onSelect={setProgram}
        className="-mx-4"
        tabs={[
          {
            id: 'excel',
            label: t('apiKeys.guide.excel'),
            content: (
              <Steps>
                {[
                  t('apiKeys.guide.excelMenu'),
                  t('apiKeys.guide.paste'),
                  t('apiKeys.guide.signIn'),
                  t('apiKeys.guide.excelLoad'),
                ]}
              </Steps>
            ),
          },
          {
            id: 'powerBi',
            label: t('apiKeys.guide.powerBi'),
            content: (
              <Steps>
                {[
                  t('apiKeys.guide.powerBiMenu'),
                  t('apiKeys.guide.paste'),
                  t('apiKeys.guide.signIn'),
                  t('apiKeys.guide.powerBiLoad'),
                ]}
              </Steps>
            ),
          },
          {
            id: 'scripts',
            label: t('apiKeys.guide.scripts'),
            content: (
              <div className="flex flex-col gap-3 p-4 pb-0">
                <p>{t('apiKeys.guide.curl')}</p>
                <CopyLine label={t('apiKeys.guide.example')} text={`curl --user "any:$KEY" '${address}'`} />
              </div>
            ),
          },
        ]}
      />
    </>
  )
}

function Steps({ children }: { children: readonly string[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-1 p-4 pb-0 pl-9 marker:text-muted">
      {children.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
