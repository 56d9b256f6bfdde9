import { Ban, CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react'
import { Badge } from '#design/web/display/Badge.tsx'
import type { JobState as State } from '#jobs/job.ts'
import { useLanguage } from '#language/web/language.tsx'

const marks = {
  queued: { tint: 'grey', Icon: Clock },
  running: { tint: 'brand', Icon: LoaderCircle },
  succeeded: { tint: 'green', Icon: CircleCheck },
  failed: { tint: 'red', Icon: CircleX },
  cancelled: { tint: 'amber', Icon: Ban },
} as const

/** The state of a job, by colour, picture and word. */
export function JobState({ state }: { state: State }) {
  const { t } = useLanguage()
  const { tint, Icon } = marks[state]
  return (
    <Badge tint={tint} icon={<Icon aria-hidden />}>
      {t(`jobs.state.${state}`)}
    </Badge>
  )
}
