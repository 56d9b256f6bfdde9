import { Download } from 'lucide-react'
import { Button } from '#design/web/button/Button.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { troubleFile } from '#records/history/troubleFile.ts'
import { sayCauseProblem } from '#records/history/web/sayCause.ts'
import { TroubleList } from '#records/web/bulk/TroubleList.tsx'
import { useTrouble } from '#records/web/bulk/work.client.ts'
import type { TroubleRecord } from '#records/work.ts'

type TroubleDialogProps = { readonly envid: string; readonly jobId: string; readonly onClose: () => void }

/** What a job left as it is, and why; also as a file. */
export function TroubleDialog({ envid, jobId, onClose }: TroubleDialogProps) {
  const { t } = useLanguage()
  const { data: records, error, refetch } = useTrouble(envid, jobId)
  const { data: model } = useModel(envid)
  const entityOf = (id: string) => model?.entities.get(id)
  const reasonOf = ({ entity_id, problems }: TroubleRecord) =>
    problems.map((problem) => sayCauseProblem(t, entityOf(entity_id), problem)).join(' ')
  const download = () => {
    if (!records) return
    const head = ['id', t('records.trouble.record'), t('records.trouble.reason')]
    // Spreadsheets take a file with this mark at its front for UTF-8.
    const file = new Blob(['\uFEFF', troubleFile(head, records, reasonOf)], { type: 'text/csv;charset=utf-8' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${t('records.trouble.title')}.csv`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Dialog
      isOpen
      title={t('records.trouble.title')}
      onClose={onClose}
      footer={
        <>
          {records && records.length > 0 && (
            <Button icon={<Download aria-hidden />} onPress={download}>
              {t('records.trouble.download')}
            </Button>
          )}
          <Button kind="primary" onPress={onClose}>
            {t('design.close')}
          </Button>
        </>
      }
    >
      {error && <ErrorState {...sayFault(t, error)} onRetry={() => void refetch()} />}
      {!records && !error && (
        <Loading>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {records?.length === 0 && <p>{t('records.trouble.none')}</p>}
      {records && records.length > 0 && (
        <div className="flex flex-col gap-3">
          <p>{t('records.trouble.text', { count: records.length })}</p>
          <TroubleList records={records} entityOf={entityOf} />
        </div>
      )}
    </Dialog>
  )
}
