import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, CircleX, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import type { PermissionTestRecord } from '#security/permissionTest.ts'
import { useAccessChange } from '#security/web/access.client.ts'
import { LoadedList } from '#security/web/Listed.tsx'
import { PermissionTestDialog } from '#security/web/permissionTests/PermissionTestDialog.tsx'
import { removeTest, testsQuery } from '#security/web/permissionTests/permissionTests.client.ts'

type PermissionTestsProps = {
  readonly environmentId: string
  /** Only sentences about this table; new ones are about it. */
  readonly entityId: string
}

/** The sentences about rights that must stay true, with whether each is. */
export function PermissionTests({ environmentId: envid, entityId }: PermissionTestsProps) {
  const { t } = useLanguage()
  const tests = useQuery(testsQuery(envid))
  const [open, setOpen] = useState<PermissionTestRecord | 'new'>()
  const remove = useAccessChange(envid, (id: string) => removeTest(envid, id))
  const say = (test: PermissionTestRecord) => t('fault.permissionTest.sentence', test.sentence)
  const onRemove = async (test: PermissionTestRecord) => {
    const isSure = await confirm({
      title: t('access.tests.remove'),
      text: say(test),
      action: t('access.tests.removeAction'),
      danger: true,
    })
    if (isSure) remove.mutate(test.id, { onError: (error) => toast({ kind: 'failed', text: sayFault(t, error).text }) })
  }
  const add = (
    <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setOpen('new')}>
      {t('access.tests.new')}
    </Button>
  )
  return (
    <LoadedList of={tests}>
      {(all) => {
        const shown = all.filter((test) => test.entity_id === entityId)
        return (
          <div className="flex flex-col gap-4 p-4 sm:p-6">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <p className="max-w-160 text-muted">{t('access.tests.text')}</p>
              {shown.length > 0 && add}
            </div>
            {shown.length === 0 ? (
              <EmptyState text={t('access.tests.noneText')}>{add}</EmptyState>
            ) : (
              <ul aria-label={t('access.tests.title')} className="divide-y divide-line rounded-card border border-line">
                {shown.map((test) => (
                  <li key={test.id} className="flex items-start gap-3 px-3 py-2">
                    <Mark holds={test.holds} />
                    <p className="min-w-0 flex-1 py-1">
                      <span className="sr-only">{t(`access.tests.state.${stateOf(test.holds)}`)}: </span>
                      {say(test)}
                      {test.holds !== true && (
                        <span className="block text-label text-muted">
                          {t(`access.tests.stateText.${stateOf(test.holds)}`)}
                        </span>
                      )}
                    </p>
                    <IconButton
                      label={`${t('access.tests.edit')}: ${say(test)}`}
                      icon={<Pencil aria-hidden />}
                      onPress={() => setOpen(test)}
                    />
                    <IconButton
                      label={`${t('access.tests.remove')}: ${say(test)}`}
                      icon={<Trash2 aria-hidden />}
                      onPress={() => void onRemove(test)}
                    />
                  </li>
                ))}
              </ul>
            )}
            {open && (
              <PermissionTestDialog
                {...{ envid, entityId }}
                test={open === 'new' ? undefined : open}
                onClose={() => setOpen(undefined)}
              />
            )}
          </div>
        )
      }}
    </LoadedList>
  )
}

function Mark({ holds }: { readonly holds: boolean | null }) {
  const Icon = holds === null ? CircleMinus : holds ? CircleCheck : CircleX
  const tint = holds === null ? 'text-muted' : holds ? 'text-green' : 'text-red'
  return <Icon size={20} aria-hidden className={`mt-1 shrink-0 ${tint}`} />
}

function stateOf(holds: boolean | null): 'holds' | 'fails' | 'idle' {
  if (holds === null) return 'idle'
  return holds ? 'holds' : 'fails'
}
