import { Link } from '@tanstack/react-router'
import type { EnvironmentRecord } from '#environments/environment.ts'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** An environment as a tile that opens it. */
export function EnvironmentTile({ environment }: { environment: EnvironmentRecord }) {
  const { t } = useLanguage()
  const { id, name, company, region, role, uri, description } = environment
  return (
    <li className="min-w-0">
      <Link
        to={`/${id}`}
        className="focus-ring flex h-full flex-col gap-2 rounded-card border border-line bg-background p-4 transition-colors hover:border-control-line hover:bg-subtle"
      >
        <span className="flex items-center gap-2.5">
          <EnvironmentMark environment={environment} size={32} />
          <span className="flex min-w-0 flex-col">
            <span className="truncate font-semibold">{name}</span>
            <span className="truncate text-label text-muted">{company ?? uri}</span>
          </span>
        </span>
        {description && <span className="line-clamp-2 text-muted">{description}</span>}
        <span className="mt-auto flex flex-wrap gap-x-3 text-label text-muted">
          <span>{t(`environments.region.${region}`)}</span>
          {role && <span className="truncate">{role}</span>}
        </span>
      </Link>
    </li>
  )
}
