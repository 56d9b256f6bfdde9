import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { SegmentedControl } from '#design/web/choice/SegmentedControl.tsx'
import type { StaleSave } from '#entities/web/useStaleSave.ts'
import type { Translate } from '#language/translate.ts'
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
      width="large"
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
        {stale.conflicts.map(({ property, base, mine: own, theirs }) => (
          <li key={property} className="flex flex-col gap-2 p-3">
            <span className="font-medium">{labelOf(property)}</span>
            <dl className="grid gap-2 sm:grid-cols-3">
              <Value label={t('entities.stale.base')} value={base} />
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
  return (
    <div className="min-w-0">
      <dt className="text-label text-muted">{label}</dt>
      <dd className="break-words">{sayValue(t, value)}</dd>
    </div>
  )
}

/** A value of any property in words: lists by what their things are called, other things part by part. */
function sayValue(t: Translate, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('design.none')
  if (typeof value === 'boolean') return t(value ? 'attributes.yes' : 'attributes.no')
  if (Array.isArray(value)) {
    return value.length === 0 ? t('design.none') : value.map((each) => sayValue(t, each)).join(', ')
  }
  if (typeof value !== 'object') return String(value)
  const { label, name, ...rest } = value as Record<string, unknown>
  const said = Object.entries(rest).filter(([key, part]) => isTelling(key, part))
  const details = said.map(([key, part]) => `${key}: ${sayValue(t, part)}`).join(', ')
  const called = label ?? name
  if (called === undefined) return details
  return details === '' ? String(called) : `${String(called)} (${details})`
}

/** A choice that is offered, without colour or icon, is told by its name. */
function isTelling(key: string, part: unknown): boolean {
  return part !== null && part !== undefined && part !== '' && key !== 'value' && !(key === 'active' && part === true)
}
