import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { AttributeUses } from '#entities/attributeUse.ts'
import type { EntityPlace } from '#entities/web/EntityFrame.tsx'
import { useMaker } from '#environments/web/maker.ts'
import { useLanguage } from '#language/web/language.tsx'
import { attributeUses } from '#security/attributeUses.ts'
import { entityRolesQuery } from '#security/web/access.client.ts'
import { testsQuery } from '#security/web/permissionTests/permissionTests.client.ts'
import { useIsKeptFrom } from '#security/web/self.client.ts'

type AttributeUsingProps = {
  readonly place: EntityPlace
  readonly children: (uses: AttributeUses | undefined) => ReactNode
}

/**
 * Something that shows what uses the attributes of a table: undefined until that is known, and for who does not make
 * tables. What roles say is told to those who manage them.
 */
export function AttributeUsing({ place, children }: AttributeUsingProps) {
  return children(useAttributeUses(place))
}

function useAttributeUses({ environmentId, entity, model }: EntityPlace): AttributeUses | undefined {
  const { t } = useLanguage()
  const isMaker = useMaker(environmentId) === 'maker'
  const isKept = useIsKeptFrom(environmentId, 'manage-roles')
  const enabled = isMaker && !isKept
  const { data: roles } = useQuery({ ...entityRolesQuery(environmentId, entity.id), enabled })
  const { data: tests } = useQuery({ ...testsQuery(environmentId), enabled })
  return useMemo(() => {
    if (isMaker && isKept) return attributeUses(model, entity, { roles: [], tests: [] })
    if (!roles || !tests) return undefined
    const said = tests
      .filter((test) => test.entity_id === entity.id)
      .map(({ id, attribute_id, sentence }) => ({
        id,
        attribute_id,
        text: t('fault.permissionTest.sentence', sentence),
      }))
    return attributeUses(model, entity, { roles, tests: said })
  }, [model, entity, roles, tests, t, isMaker, isKept])
}
