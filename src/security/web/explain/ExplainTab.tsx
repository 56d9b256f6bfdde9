import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { Select, type Option } from '#design/web/choice/Select.tsx'
import type { EntityDefinition } from '#entities/entity.ts'
import { useLanguage } from '#language/web/language.tsx'
import { api } from '#platform/web/http.ts'
import { membersQuery } from '#security/web/access.client.ts'
import { ExplainView } from '#security/web/explain/ExplainView.tsx'
import { fullName } from '#accounts/fullName.ts'
import { useMay, useSelf } from '#security/web/self.client.ts'

type ExplainTabProps = { readonly envid: string; readonly entity: EntityDefinition }

/** Why somebody may or may not do something in a table, or with one record of it. */
export function ExplainTab({ envid, entity }: ExplainTabProps) {
  const { t } = useLanguage()
  const { data: self } = useSelf(envid)
  const mayAsk = useMay(envid, 'explain-access')
  const mayList = useMay(envid, 'manage-users')
  const { data: members = [] } = useQuery({ ...membersQuery(envid), enabled: mayAsk && mayList })
  const [user, setUser] = useState('')
  const [record, setRecord] = useState<Option>()
  return (
    <div className="flex max-w-240 flex-col gap-5 p-4 sm:p-6">
      <div className="grid gap-4 sm:grid-cols-2">
        {mayAsk && mayList && (
          <Select
            label={t('access.explain.who')}
            options={members
              .filter(({ status }) => status === 'active')
              .map((member) => ({ id: member.id, label: fullName(member), detail: member.unit }))}
            value={user || (self?.id ?? '')}
            onChange={setUser}
          />
        )}
        <ComboBox
          label={t('access.explain.record')}
          value={record}
          onChange={setRecord}
          search={(text, signal) => findRecords(envid, entity, text, signal)}
          placeholder={t('access.explain.anyRecord')}
        />
      </div>
      <ExplainView
        envid={envid}
        entityId={entity.id}
        {...(record ? { recordId: record.id } : {})}
        {...(user ? { userId: user } : {})}
      />
    </div>
  )
}

async function findRecords(
  envid: string,
  { uri }: EntityDefinition,
  text: string,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const asked = new URLSearchParams({ $select: 'id,name', $top: '20', $orderby: 'name' })
  if (text.trim() !== '')
    asked.set('$filter', `contains(tolower(name),'${text.trim().toLowerCase().replaceAll("'", "''")}')`)
  const { value } = await api.get<{ value: readonly { id: string; name: string | null }[] }>(
    `/odata/v1/${envid}/${uri}?${asked}`,
    { signal },
  )
  return value.map(({ id, name }) => ({ id, label: name ?? id }))
}
