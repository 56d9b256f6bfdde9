import { Timer } from 'lucide-react'
import { useState } from 'react'
import { AuditFilters } from '#audit/web/AuditFilters.tsx'
import { AuditLog } from '#audit/web/AuditLog.tsx'
import { environmentLog } from '#audit/web/logPlace.ts'
import { RetentionDialog } from '#audit/web/RetentionDialog.tsx'
import { useWish } from '#audit/web/useWish.ts'
import { Button } from '#design/web/button/Button.tsx'
import { PageHeader } from '#design/web/navigation/PageHeader.tsx'
import { useModel } from '#entities/web/entities.client.ts'
import { useLanguage } from '#language/web/language.tsx'
import { useEnvironmentId } from '#platform/web/routeParams.ts'
import { useTitle } from '#platform/web/title.ts'

/** Who did what in an environment, and the proof that nobody has changed what was written of it. */
export function AuditPage() {
  const { t } = useLanguage()
  const eid = useEnvironmentId()
  const { wish, setWish } = useWish()
  const { data: model } = useModel(eid)
  const [isKeeping, setKeeping] = useState(false)
  useTitle(t('audit.title'))
  return (
    <>
      <PageHeader title={t('audit.title')} />
      <div className="mx-auto flex w-full max-w-340 flex-col gap-4 p-4 sm:p-6">
        <AuditLog
          place={environmentLog(eid)}
          model={model}
          wish={wish}
          onWish={setWish}
          hint={t('audit.hint')}
          actions={
            <Button icon={<Timer size={16} aria-hidden />} onPress={() => setKeeping(true)}>
              {t('audit.retention.action')}
            </Button>
          }
          filters={<AuditFilters environmentId={eid} model={model} wish={wish} onChange={setWish} />}
        />
      </div>
      {isKeeping && <RetentionDialog environmentId={eid} onClose={() => setKeeping(false)} />}
    </>
  )
}
