import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { accessKinds } from '#accounts/accessKind.ts'
import { fullName } from '#accounts/fullName.ts'
import { isFullUser } from '#accounts/user.ts'
import { useUser, usersQuery } from '#accounts/web/administration/users.client.ts'
import type { AuditWish } from '#audit/web/auditWish.ts'
import { Button } from '#design/web/button/Button.tsx'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import type { Option } from '#design/web/choice/OptionList.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

type InstallationFiltersProps = { readonly wish: AuditWish; readonly onChange: (wish: AuditWish) => void }

/** What happened, about whom and when. One cause comes by a link, and can be taken away. */
export function InstallationFilters({ wish, onChange }: InstallationFiltersProps) {
  const { t } = useLanguage()
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          clearable
          label={t('audit.filter.kind')}
          placeholder={t('audit.filter.all')}
          options={accessKinds.map((kind) => ({ id: kind, label: t(`audit.kind.${kind}`) }))}
          value={wish.kind}
          onChange={(kind) => onChange({ ...wish, kind })}
        />
        <PersonFilter id={wish.record} onChange={(record) => onChange({ ...wish, record })} />
        <DatePicker label={t('audit.filter.from')} value={wish.from} onChange={(from) => onChange({ ...wish, from })} />
        <DatePicker label={t('audit.filter.to')} value={wish.to} onChange={(to) => onChange({ ...wish, to })} />
      </div>
      {wish.cause !== '' && (
        <div>
          <Button kind="quiet" icon={<X size={16} aria-hidden />} onPress={() => onChange({ ...wish, cause: '' })}>
            {t('audit.filter.cause')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Finds one of all people, by name or address. */
function PersonFilter({ id, onChange }: { readonly id: string; readonly onChange: (id: string) => void }) {
  const { t } = useLanguage()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Option>()
  const { data: person } = useUser(id, { isWanted: id !== '' && chosen?.id !== id })
  const known = chosen?.id === id ? chosen : { id, label: person ? fullName(person) : '…' }
  const search = async (text: string): Promise<readonly Option[]> => {
    const { pages } = await client.fetchInfiniteQuery({ ...usersQuery(text), staleTime: 10_000 })
    return pages.flatMap(({ value }) =>
      value.map((each) => ({
        id: each.id,
        label: fullName(each),
        ...(isFullUser(each) ? { detail: each.email } : {}),
      })),
    )
  }
  return (
    <ComboBox
      label={t('audit.filter.person')}
      placeholder={t('audit.filter.all')}
      value={id === '' ? undefined : known}
      search={search}
      onChange={(option) => {
        setChosen(option)
        onChange(option?.id ?? '')
      }}
    />
  )
}
