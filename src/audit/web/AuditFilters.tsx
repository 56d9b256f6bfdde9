import { X } from 'lucide-react'
import { auditAreas, type AuditArea } from '#audit/audit.ts'
import type { AuditWish } from '#audit/web/auditWish.ts'
import { useAuditPeople } from '#audit/web/audit.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'

type AuditFiltersProps = {
  readonly environmentId: string
  readonly model: Model | undefined
  readonly wish: AuditWish
  readonly onChange: (wish: AuditWish) => void
}

/** What happened, to what, by whom and when. One record or one cause comes by a link, and can be taken away. */
export function AuditFilters({ environmentId, model, wish, onChange }: AuditFiltersProps) {
  const { t } = useLanguage()
  const { data: people } = useAuditPeople(environmentId)
  const tables = [...(model?.entities.values() ?? [])]
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        <Select
          clearable
          label={t('audit.filter.area')}
          placeholder={t('audit.filter.all')}
          options={auditAreas.map((area) => ({ id: area, label: t(`audit.area.${area}`) }))}
          value={wish.area}
          onChange={(area) => onChange({ ...wish, area: area as AuditArea | '' })}
        />
        <Select
          clearable
          label={t('audit.filter.by')}
          placeholder={t('audit.filter.all')}
          options={(people?.value ?? []).map(({ id, name }) => ({ id, label: name }))}
          value={wish.by}
          onChange={(by) => onChange({ ...wish, by })}
        />
        <Select
          clearable
          label={t('audit.filter.entity')}
          placeholder={t('audit.filter.all')}
          options={tables.map(({ id, collectionname }) => ({ id, label: collectionname }))}
          value={wish.entity}
          onChange={(entity) => onChange({ ...wish, entity })}
        />
        <DatePicker label={t('audit.filter.from')} value={wish.from} onChange={(from) => onChange({ ...wish, from })} />
        <DatePicker label={t('audit.filter.to')} value={wish.to} onChange={(to) => onChange({ ...wish, to })} />
      </div>
      {(wish.record !== '' || wish.cause !== '') && (
        <div className="flex flex-wrap gap-2">
          {wish.record !== '' && (
            <Button kind="quiet" icon={<X size={16} aria-hidden />} onPress={() => onChange({ ...wish, record: '' })}>
              {t('audit.filter.record')}
            </Button>
          )}
          {wish.cause !== '' && (
            <Button kind="quiet" icon={<X size={16} aria-hidden />} onPress={() => onChange({ ...wish, cause: '' })}>
              {t('audit.filter.cause')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
