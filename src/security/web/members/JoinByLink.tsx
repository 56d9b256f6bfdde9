import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { environmentIcons } from '#environments/icon.ts'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { api, ApiFault } from '#platform/web/http.ts'
import { useGo } from '#platform/web/routeParams.ts'
import { sayFault } from '#platform/web/sayFault.ts'
import type { InviteAccepted, InviteLook } from '#security/invite.ts'

type JoinByLinkProps = { readonly code: string; readonly onLater: () => void }

/** What an invite leads to, and the button that accepts it: opening a link alone joins nothing. */
export function JoinByLink({ code, onLater }: JoinByLinkProps) {
  const { t, date } = useLanguage()
  const go = useGo()
  const client = useQueryClient()
  const look = useQuery({
    queryKey: ['invite', code],
    queryFn: ({ signal }) => api.post<InviteLook>('/invite/v1/look', { code }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const accept = useMutation({
    mutationFn: () => api.post<InviteAccepted>('/invite/v1/accept', { code }),
    onSuccess: async ({ id, name, joined }) => {
      await client.invalidateQueries({ queryKey: ['environments'] })
      toast({ kind: 'done', text: t(joined ? 'access.join.joined' : 'access.join.already', { name }) })
      go(`/${id}`)
    },
  })
  const box = 'flex max-w-140 flex-col gap-4 rounded-card border border-line bg-background p-5'
  if (look.error)
    return (
      <div className={box}>
        <Banner kind="error">{sayFault(t, look.error).text}</Banner>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onLater}>{t('design.close')}</Button>
          {isPassing(look.error) && (
            <Button kind="primary" onPress={() => void look.refetch()}>
              {t('design.tryAgain')}
            </Button>
          )}
        </div>
      </div>
    )
  if (!look.data)
    return (
      <div className={box}>
        <Loading>
          <Skeleton className="h-12" />
        </Loading>
      </div>
    )
  const { environment, by, role, expires_on } = look.data
  const icon = environmentIcons.find((each) => each === environment.icon) ?? null
  return (
    <section aria-labelledby="join" className={box}>
      <div className="flex items-center gap-4">
        <EnvironmentMark environment={{ ...environment, icon }} size={44} />
        <div className="flex min-w-0 flex-col">
          <h2 id="join" className="text-title font-semibold break-words">
            {t('access.join.invited', { name: environment.name })}
          </h2>
          <p className="text-muted">{t('access.join.by', { name: by, role })}</p>
        </div>
      </div>
      {accept.error && <Banner kind="error">{sayFault(t, accept.error).text}</Banner>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-label text-muted">
          {t('access.join.until', { day: date(new Date(expires_on), 'longDate') })}
        </span>
        <span className="flex gap-2">
          <Button onPress={onLater}>{t('access.join.later')}</Button>
          <Button kind="primary" isPending={accept.isPending} onPress={() => accept.mutate()}>
            {t('access.join.accept')}
          </Button>
        </span>
      </div>
    </section>
  )
}

/** Whether the same question may go well later: the server was not reached, or could not answer. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiFault && (error.status === 0 || error.status >= 500)
}
