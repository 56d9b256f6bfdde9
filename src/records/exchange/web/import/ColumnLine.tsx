import { isLink, fieldLabel } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { typeIcons } from '#attributes/web/typeIcons.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { Select, type Option } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { uriInput } from '#entities/web/AttributeDrafts.tsx'
import type { Model } from '#entities/model.ts'
import { useLanguage } from '#language/web/language.tsx'
import type { GuessedType } from '#records/exchange/import/columnType.ts'
import type { ColumnGuess } from '#records/exchange/import/guess.ts'
import { fillableFields, withType, type ColumnDraft } from '#records/exchange/import/importDraft.ts'
import type { ImportDraft } from '#records/exchange/web/import/useImportDraft.ts'
import { systemAttributes } from '#entities/system.ts'

// Keys come with data: @texts attributes

type ColumnLineProps = {
  readonly draft: ImportDraft
  readonly column: ColumnDraft
  readonly found: ColumnGuess
  readonly isMaker: boolean
  readonly model: Model
}

const samplesShown = 3
/** The places of a line on a wide screen, shared with the heads above them. */
export const columnGrid = 'lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)]'
const nowhere = '-'
const anew = '+'

/** One column: its header and first values, where it goes, and the attribute it becomes with the reason for its type. */
export function ColumnLine({ draft, column, found, isMaker, model }: ColumnLineProps) {
  const { t } = useLanguage()
  const isNew = column.goes === 'new'
  const change = (next: Partial<ColumnDraft>) => draft.changeColumn(column.column, next)
  const fields = fillableFields(draft.target ?? { fields: systemAttributes })
  const places: Option[] = [
    { id: nowhere, label: t('imports.columns.nowhere') },
    ...(isMaker ? [{ id: anew, label: t('imports.columns.new') }] : []),
    ...fields.map((field) => ({ id: field.uri, label: fieldLabel(field, t), detail: field.uri })),
  ]
  const go = (place: string) => {
    if (place === nowhere) change({ goes: 'nowhere' })
    else if (place === anew) change({ goes: 'new' })
    else change({ goes: 'field', field: place })
  }
  const control = (property: 'field' | 'name' | 'uri' | 'type', label: string) => {
    const name = `columns.${column.column}.${property}`
    const error = draft.errorOf(name)
    return { name, label, ...(error === undefined ? {} : { error }) }
  }
  const header = found.header || found.name
  return (
    <li
      aria-label={header}
      className={classes(
        'grid items-start gap-x-3 gap-y-2 px-3 py-3 sm:grid-cols-2 ',
        columnGrid,
        'lg:[&_label:not(.labelled_*)]:sr-only',
        column.goes === 'nowhere' && 'bg-subtle',
      )}
    >
      <div className="min-w-0 sm:max-lg:col-span-2">
        <p className="truncate font-medium" title={header}>
          {header}
        </p>
        <p className="truncate text-label text-muted" title={found.samples.slice(0, 20).join(' · ')}>
          {found.samples.slice(0, samplesShown).join(' · ') || t('imports.columns.empty')}
        </p>
      </div>
      <Select
        {...control('field', t('imports.columns.goes'))}
        options={places}
        value={column.goes === 'nowhere' ? nowhere : isNew ? anew : column.field}
        onChange={go}
      />
      {column.goes === 'field' && <LinkOfColumn {...{ draft, column, model }} />}
      {isNew && (
        <>
          <TextField
            {...control('name', t('attributes.name'))}
            value={column.name}
            onChange={(name) => change({ name })}
            autoComplete="off"
            required
          />
          <TextField
            {...control('uri', t('attributes.uri'))}
            {...uriInput}
            value={column.uri}
            onChange={(uri) => change({ uri: uri.toLowerCase() })}
          />
          <TypeOfColumn {...{ draft, column, found }} control={control('type', t('attributes.typeLabel'))} />
        </>
      )}
    </li>
  )
}

/** How the cells of a link find their records, and whether those that are missing are made. */
function LinkOfColumn({ draft, column, model }: Pick<ColumnLineProps, 'draft' | 'column' | 'model'>) {
  const { t } = useLanguage()
  const field = draft.target?.fields.find(({ uri }) => uri === column.field)
  if (!field || !isLink(field)) return null
  const linked = field.related_entity === null ? undefined : model.entities.get(field.related_entity)
  const keys = linked?.attributes.filter(({ unique, type }) => unique && !isLink({ type })) ?? []
  const link = column.link ?? 'any'
  return (
    <div className="labelled flex min-w-0 flex-col gap-2 lg:col-span-2">
      <Select
        label={t('imports.link.label')}
        options={[
          ...(['any', 'id', 'name'] as const).map((id) => ({ id, label: t(`imports.link.${id}`) })),
          ...keys.map(({ uri, name }) => ({ id: `key:${uri}`, label: name, detail: uri })),
        ]}
        value={link}
        onChange={(id) => draft.changeColumn(column.column, { link: id })}
      />
      {linked && link !== 'id' && (
        <Checkbox
          isSelected={column.missing === 'create'}
          onChange={(isMade) => draft.changeColumn(column.column, { missing: isMade ? 'create' : 'reject' })}
        >
          {t('imports.link.missing')}
        </Checkbox>
      )}
    </div>
  )
}

type TypeOfColumnProps = Pick<ColumnLineProps, 'draft' | 'column' | 'found'> & {
  readonly control: { readonly name: string; readonly label: string; readonly error?: string }
}

/** The type of a new attribute: the guess with its reason, or another that fits most values. */
function TypeOfColumn({ draft, column, found, control }: TypeOfColumnProps) {
  const { t } = useLanguage()
  const isGuess = column.type === found.type
  const isDate = column.type === 'date' || column.type === 'datetime'
  // Years first leave no doubt.
  const needsOrder =
    isDate && (column.format.dateOrder !== 'ymd' || found.reason.code !== 'dateIso') && found.reason.code !== 'datetime'
  const other = found.alternatives.find(({ type }) => type === column.type)
  const option = (type: GuessedType, detail: string): Option => {
    const Icon = typeIcons[type]
    return { id: type, label: t(attributeTypes[type].label), detail, icon: <Icon size={16} aria-hidden /> }
  }
  const fit = (misses: number, example: string | null) =>
    misses === 0 ? t('imports.columns.allFit') : t('imports.columns.misses', { count: misses, example: example ?? '' })
  const reason = t(`imports.reason.type.${found.reason.code}`, found.reason.values)
  const options = [
    option(found.type, reason),
    ...found.alternatives
      .filter(({ type }) => type !== found.type)
      .map(({ type, misses, example }) => option(type, fit(misses, example))),
  ]
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Select
        {...control}
        options={options}
        value={column.type}
        onChange={(type) => draft.changeColumn(column.column, withType(column, type as GuessedType, found))}
        undertext={isGuess ? reason : fit(other?.misses ?? 0, other?.example ?? null)}
      />
      {needsOrder && (
        <Select
          label={t('imports.columns.dateOrder')}
          options={(['ymd', 'dmy', 'mdy'] as const).map((id) => ({ id, label: t(`imports.dateOrder.${id}`) }))}
          value={column.format.dateOrder}
          onChange={(id) =>
            draft.changeColumn(column.column, {
              format: { ...column.format, dateOrder: id as 'ymd' | 'dmy' | 'mdy' },
            })
          }
        />
      )}
    </div>
  )
}
