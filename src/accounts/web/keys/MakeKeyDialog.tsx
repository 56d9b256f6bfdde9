import { useId, useState, type ComponentType } from 'react'
import { keyLifetimes, usualLifetime, type KeyPlace, type NewApiKey } from '#accounts/apiKey.ts'
import { useMakeApiKey } from '#accounts/web/keys/apiKeys.client.ts'
import { useAsked } from '#accounts/web/security/ConfirmMe.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { useForm } from '#platform/web/form.ts'

/** Chooses tables of an environment; brought by who knows tables. */
export type TableChoice = ComponentType<{
  readonly envid: string
  readonly label: string
  readonly undertext: string
  readonly placeholder: string
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}>

type MakeKeyDialogProps = {
  readonly places: readonly KeyPlace[]
  readonly chosenId: string | undefined
  readonly TableChoice: TableChoice
  readonly onMade: (key: NewApiKey) => void
  readonly onClose: () => void
}

type Values = {
  readonly name: string
  readonly envid: string | null
  readonly days: number | null
  readonly readonly: boolean
  readonly entities: readonly string[] | null
}

const everywhere = 'everywhere'
const endless = 'endless'
const day = 86_400_000

/** Asks what a new key is for, where it reaches and for how long. */
export function MakeKeyDialog({ places, chosenId, TableChoice, onMade, onClose }: MakeKeyDialogProps) {
  const { t, date } = useLanguage()
  const formId = useId()
  const make = useMakeApiKey()
  const asked = useAsked()
  const [now] = useState(() => Date.now())
  const only = places.length === 1 ? places[0]?.id : undefined
  const initial: Values = {
    name: '',
    envid: chosenId ?? only ?? null,
    days: usualLifetime,
    readonly: false,
    entities: null,
  }
  const form = useForm({
    initial,
    schema: async () => (await import('#accounts/apiKey.ts')).apiKeySchema,
    labels: { name: t('apiKeys.name'), envid: t('apiKeys.scope'), days: t('apiKeys.lifetime') },
    submit: async (draft) => {
      const made = await asked(() => make.mutateAsync(draft))
      if (made) onMade(made)
    },
  })
  const { envid, days, entities } = form.values
  return (
    <Dialog
      isOpen
      title={t('apiKeys.new')}
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('design.cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" isPending={form.isPending}>
            {t('apiKeys.make')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        <FormErrors errors={form.problems} />
        <TextField {...form.text('name')} undertext={t('apiKeys.nameHint')} required autoFocus autoComplete="off" />
        <Select
          {...form.control('envid')}
          undertext={t('apiKeys.scopeHint')}
          options={[
            ...places.map(({ id, name }) => ({ id, label: name })),
            { id: everywhere, label: t('apiKeys.everywhere') },
          ]}
          value={envid ?? everywhere}
          onChange={(id) => form.setValues({ ...form.values, envid: id === everywhere ? null : id, entities: null })}
        />
        {envid !== null && (
          <TableChoice
            envid={envid}
            label={t('apiKeys.tables')}
            undertext={t('apiKeys.tablesHint')}
            placeholder={t('apiKeys.allTables')}
            value={entities ?? []}
            onChange={(ids) => form.set('entities', ids.length === 0 ? null : ids)}
          />
        )}
        <Checkbox isSelected={form.values.readonly} onChange={(only) => form.set('readonly', only)}>
          {t('apiKeys.readonly')}
        </Checkbox>
        <Select
          {...form.control('days')}
          undertext={
            days === null
              ? t('apiKeys.endlessHint')
              : t('apiKeys.until', { date: date(new Date(now + days * day), 'longDate') })
          }
          options={[
            ...keyLifetimes.map((count) => ({ id: String(count), label: t('apiKeys.days', { days: count }) })),
            { id: endless, label: t('apiKeys.endless') },
          ]}
          value={days === null ? endless : String(days)}
          onChange={(id) => form.set('days', id === endless ? null : Number(id))}
        />
      </form>
    </Dialog>
  )
}
