import { Switch } from '#design/web/fields/Switch.tsx'
import type { Activity } from '#environments/activity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { activityGroups, activityTexts } from '#security/web/roles/activityTexts.ts'

type ActivityListProps = {
  readonly has: (activity: Activity) => boolean
  readonly isLocked: boolean
  readonly onSet: (activity: Activity, on: boolean) => void
}

/** What a role allows beside what it allows with records, in groups of switches. */
export function ActivityList({ has, isLocked, onSet }: ActivityListProps) {
  const { t } = useLanguage()
  return (
    <div className="grid items-start gap-4 p-4 sm:p-6 lg:grid-cols-2">
      {activityGroups.map(({ title, activities }) => (
        <section key={title} aria-label={t(title)} className="rounded-card border border-line">
          <h2 className="flex items-baseline justify-between gap-2 border-b border-line px-3 py-2 font-semibold">
            {t(title)}
            <span className="text-label font-normal text-muted tabular-nums">
              {t('access.ofAll', { count: activities.filter((each) => has(each)).length, all: activities.length })}
            </span>
          </h2>
          <ul className="divide-y divide-line">
            {activities.map((activity) => (
              <li key={activity} className="px-3 py-1.5">
                <Switch
                  className="w-full"
                  isSelected={has(activity)}
                  isDisabled={isLocked}
                  onChange={(on) => onSet(activity, on)}
                >
                  <span className="min-w-0">{t(activityTexts[activity])}</span>
                </Switch>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
