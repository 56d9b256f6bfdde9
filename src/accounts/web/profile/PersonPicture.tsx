import { fullName } from '#accounts/fullName.ts'
import { useQuery } from '@tanstack/react-query'
import type { Colleague } from '#accounts/user.ts'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { api } from '#platform/web/http.ts'

type PersonPictureProps = {
  readonly person: Pick<Colleague, 'id' | 'firstname' | 'lastname' | 'picture'>
  readonly size?: number
}

/** A person's picture, or their initials. It is fetched, not linked: a browser with a token has no cookie to show. */
export function PersonPicture({ person, size = 24 }: PersonPictureProps) {
  const { id, picture } = person
  const { data } = useQuery({
    queryKey: ['picture', id, picture],
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await api.download(`/user/v1/${id}/picture`, undefined, { signal })),
    enabled: picture !== null,
    staleTime: Infinity,
    retry: false,
  })
  const name = fullName(person)
  return <Avatar name={name || '?'} size={size} {...(picture !== null && data ? { picture: data } : {})} />
}
