import { useEffect, useRef, useState } from 'react'
import { sayChainProblem } from '#audit/sayProblem.ts'
import { useVerification } from '#audit/web/audit.client.ts'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { sayFault } from '#platform/web/sayFault.ts'

/** More of them say nothing more. */
const mostShown = 20

/** Checks the seals of a whole log, and says what was found. */
export function ChainCheck({ logId, onClose }: { logId: string; onClose: () => void }) {
  const { t } = useLanguage()
  const [checked, setChecked] = useState(0)
  const { mutate, data, error } = useVerification(logId, setChecked)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    mutate()
  }, [mutate])
  if (error) {
    return (
      <Banner kind="error" onClose={onClose}>
        {sayFault(t, error).text}
      </Banner>
    )
  }
  if (!data) return <Banner>{t('audit.check.running', { count: checked })}</Banner>
  if (data.problems.length === 0) {
    return (
      <Banner onClose={onClose}>
        <p>{t('audit.check.whole', { count: data.checked })}</p>
        {data.end && data.end.hash !== '' && (
          <p className="text-label break-all text-muted select-text">
            {t('audit.check.end', { end: `${data.end.number}:${data.end.hash}` })}
          </p>
        )}
      </Banner>
    )
  }
  const { problems } = data
  return (
    <Banner kind="error" onClose={onClose}>
      <p className="font-medium">{t('audit.check.broken', { count: problems.length })}</p>
      <ul className="list-disc pl-5">
        {problems.slice(0, mostShown).map((problem) => (
          <li key={JSON.stringify(problem)}>{sayChainProblem(t, problem)}</li>
        ))}
      </ul>
      {problems.length > mostShown && <p>{t('audit.check.more', { count: problems.length - mostShown })}</p>}
    </Banner>
  )
}
