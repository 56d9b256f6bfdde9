import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'
import { saveFile } from '#platform/web/saveFile.ts'
import type { Import } from '#records/exchange/import/settings.ts'

type RejectedFileProps = { readonly environmentId: string; readonly found: Import }

/** Fetches the rows that were refused, in the format that they came in. */
export function RejectedFile({ environmentId, found }: RejectedFileProps) {
  const { t } = useLanguage()
  const [isPending, setPending] = useState(false)
  const fetch = async () => {
    setPending(true)
    const name = `${found.file.replace(/\.[a-z]{1,5}$/i, '')} rejected.${found.format}`
    await saveFile(`/import/v1/${environmentId}/${found.id}/rejected`, name).catch((error: unknown) =>
      toast({ kind: 'failed', text: sayFault(t, error).text }),
    )
    setPending(false)
  }
  return (
    <Button icon={<Download />} isPending={isPending} onPress={() => void fetch()}>
      {t('imports.check.fetch')}
    </Button>
  )
}
