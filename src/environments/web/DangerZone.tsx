import { useState } from 'react'
import { restoreDays, type EnvironmentRecord } from '#environments/environment.ts'
import { useDeleteEnvironment } from '#environments/web/environmentChanges.client.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'

/** Deleting an environment asks for its name, typed. */
export function DangerZone({ environment }: { environment: EnvironmentRecord }) {
  const { t } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <FormSection
      kind="danger"
      title={t('environments.delete.title')}
      text={t('environments.delete.text', { days: restoreDays })}
    >
      <div className="flex justify-end">
        <Button kind="danger" onPress={() => setOpen(true)}>
          {t('environments.delete.action')}
        </Button>
      </div>
      {isOpen && <DeleteDialog environment={environment} onClose={() => setOpen(false)} />}
    </FormSection>
  )
}

function DeleteDialog({ environment, onClose }: { environment: EnvironmentRecord; onClose: () => void }) {
  const { t } = useLanguage()
  const go = useGo()
  const remove = useDeleteEnvironment(environment.id)
  const [typed, setTyped] = useState('')
  const isNamed = typed.trim() === environment.name
  const confirm = () =>
    remove.mutate(typed.trim(), {
      onSuccess: () => {
        toast({ kind: 'done', text: t('environments.delete.done', { name: environment.name }) })
        go('/environments')
      },
    })
  return (
    <Dialog
      role="alertdialog"
      width="small"
      title={t('environments.delete.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button kind="danger" isDisabled={!isNamed} isPending={remove.isPending} onPress={confirm}>
            {t('environments.delete.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {remove.error && <Banner kind="error">{sayFault(t, remove.error).text}</Banner>}
        <p>{t('environments.delete.text', { days: restoreDays })}</p>
        <TextField
          label={t('environments.delete.typeName', { name: environment.name })}
          value={typed}
          onChange={setTyped}
          autoFocus
          autoComplete="off"
        />
      </div>
    </Dialog>
  )
}
