import { Fragment } from 'react'
import { keyGroups, type KeyLine } from '#design/keys.ts'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { useShownKeys } from '#design/web/navigation/pageKeys.ts'
import { useLanguage } from '#language/web/language.tsx'

/** The keys that this page understands, and those that every page does. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const shown = useShownKeys()
  const groups = keyGroups.filter(({ name }) => name === 'everywhere' || shown.has(name))
  return (
    <Dialog isOpen title={t('keys.title')} onClose={onClose} width={groups.length > 1 ? 'large' : 'medium'}>
      <div className="gap-8 md:columns-[24rem]">
        {groups.map(({ name, title, lines }) => (
          <section key={name} aria-labelledby={`keys-${name}`} className="break-inside-avoid pb-5">
            <h3 id={`keys-${name}`} className="pb-1 text-label font-medium text-muted">
              {t(title)}
            </h3>
            <dl>
              {lines.map((line) => (
                <Line key={line.text} {...line} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ keys, text }: KeyLine) {
  const { t } = useLanguage()
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0">
      <dt className="min-w-0">{t(text)}</dt>
      <dd className="flex shrink-0 flex-wrap items-center justify-end gap-1">
        {keys.map((way, at) => (
          <Fragment key={way}>
            {at > 0 && <span className="px-1 text-label text-muted">{t('keys.or')}</span>}
            {way.split(' ').map((key) => (
              <kbd
                key={key}
                className="min-w-6 rounded-small border border-line bg-subtle px-1.5 py-0.5 text-center font-sans text-label"
              >
                {key}
              </kbd>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
