import { useState } from 'react'
import { Button } from '#design/web/Button.tsx'
import { Dialog } from '#design/web/Dialog.tsx'
import { SegmentedControl } from '#design/web/SegmentedControl.tsx'
import type { StaleSave } from '#entities/web/useStaleSave.ts'
import { useLanguage } from '#language/web/language.tsx'

type StaleDialogProps<Thing> = {
  readonly stale: StaleSave<Thing>
  readonly labelOf: (property: string) => string
  readonly onResolve: (chosen: Partial<Thing>) => void
  readonly onClose: () => void
}

/** Two people changed the same properties: both values side by side, and a choice for each. */
export function StaleDialog<Thing>({ stale, labelOf, onResolve, onClose }: StaleDialogProps<Thing>) {
  const { t } = useLanguage()
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const choose = (property: string, whose: 'mine' | 'theirs') => {
    const next = new Set(mine)
    if (whose === 'mine') next.add(property)
    else next.delete(property)
    setMine(next)
  }
  const chosen = () =>
    Object.fromEntries(
      stale.conflicts.filter(({ property }) => mine.has(property)).map((each) => [each.property, each.mine]),
    ) as Partial<Thing>
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title={t('entities.stale.title')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="primary" onPress={() => onResolve(chosen())}>
            {t('entities.stale.save')}
          </Button>
        </>
      }
    >
      <p className="pb-3">{t('entities.stale.text')}</p>
      <ul className="divide-y divide-line rounded-card border border-line">
        {stale.conflicts.map(({ property, mine: own, theirs }) => (
          <li key={property} className="flex flex-col gap-2 p-3">
            <span className="font-medium">{labelOf(property)}</span>
            <dl className="grid gap-2 sm:grid-cols-2">
              <Value label={t('entities.stale.theirs')} value={theirs} />
              <Value label={t('entities.stale.mine')} value={own} />
            </dl>
            <div>
              <SegmentedControl
                label={labelOf(property)}
                segments={[
                  { id: 'theirs', label: t('entities.stale.keepTheirs') },
                  { id: 'mine', label: t('entities.stale.takeMine') },
                ]}
                value={mine.has(property) ? 'mine' : 'theirs'}
                onChange={(whose) => choose(property, whose)}
              />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Value({ label, value }: { label: string; value: unknown }) {
  const { t } = useLanguage()
  const said =
    value === null || value === ''
      ? t('design.none')
      : typeof value === 'boolean'
        ? t(value ? 'attributes.yes' : 'attributes.no')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
  return (
    <div className="min-w-0">
      <dt className="text-label text-muted">{label}</dt>
      <dd className="break-words">{said}</dd>
    </div>
  )
}
