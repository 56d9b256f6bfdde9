import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark, UserPlus, UserRoundCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { useIsOn } from '#entities/web/features.client.ts'
import { useLanguage, withTexts } from '#language/web/language.tsx'
import type { FindOwners } from '#security/web/members/AssignDialog.tsx'
import { sharesQuery } from '#security/web/share/share.client.ts'

const ShareDialog = lazy(async () => ({ default: (await import('#security/web/share/ShareDialog.tsx')).ShareDialog }))
const ExplainDialog = lazy(async () => ({
  default: (await withTexts(import('#security/web/explain/ExplainDialog.tsx'), ['security'])).ExplainDialog,
}))
const AssignDialog = lazy(async () => ({
  default: (await import('#security/web/members/AssignDialog.tsx')).AssignDialog,
}))

type ShareActionsProps = {
  readonly envid: string
  readonly entity: EntityDefinition
  readonly record: { readonly id: string; readonly name: string }
  readonly findOwners: FindOwners
  /** Makes somebody the owner; undefined where records of the table are not changed by people. */
  readonly onAssign: ((ownerId: string) => Promise<unknown>) | undefined
}

/** Who else may see a record, and whose it is: the buttons at its top, with the windows that they open. */
export function ShareActions({ envid, entity, record, findOwners, onAssign }: ShareActionsProps) {
  const { t } = useLanguage()
  const [opened, setOpened] = useState<'share' | 'assign' | 'explain'>()
  const isOn = useIsOn(envid, 'recordsharing') && entity.recordsharing && entity.ownership === 'user'
  const place = { envid, entityId: entity.id, recordId: record.id }
  const { data: shares } = useQuery({ ...sharesQuery(place), enabled: isOn })
  const count = shares?.value.filter(({ over }) => !over).length ?? 0
  const close = () => setOpened(undefined)
  return (
    <>
      {onAssign && entity.ownership === 'user' && (
        <Button kind="quiet" icon={<UserRoundCheck />} onPress={() => setOpened('assign')}>
          <span className="max-sm:sr-only">{t('sharing.assign.action')}</span>
        </Button>
      )}
      {isOn && (
        <Button icon={<UserPlus />} onPress={() => setOpened('share')}>
          <span className="max-sm:sr-only">{t('sharing.action')}</span>
          {count > 0 && (
            <span
              className="rounded-small bg-grey-tint px-1 text-label text-grey"
              aria-label={t('sharing.count', { count })}
            >
              {count}
            </span>
          )}
        </Button>
      )}
      <IconButton label={t('access.why')} icon={<CircleQuestionMark />} onPress={() => setOpened('explain')} />
      <Suspense>
        {opened === 'explain' && <ExplainDialog {...{ envid, record }} entityId={entity.id} onClose={close} />}
        {opened === 'share' && <ShareDialog {...{ place }} name={record.name} onClose={close} />}
        {opened === 'assign' && onAssign && (
          <AssignDialog
            findOwners={findOwners}
            count={1}
            refused={{ ...place, name: record.name, action: 'update' }}
            onAssign={async ({ id, label }) => {
              await onAssign(id)
              toast({ kind: 'done', text: t('sharing.assign.done', { name: label }) })
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
