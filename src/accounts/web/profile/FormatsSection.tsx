import { useEffect, useState } from 'react'
import type { Me } from '#accounts/account.ts'
import { zoneChoice, zonesFor } from '#dates/timeZoneChoice.ts'
import { useChangeMe } from '#accounts/web/profile/changeMe.client.ts'
import { Button } from '#design/web/button/Button.tsx'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { FormSection } from '#design/web/layout/FormSection.tsx'
import type { Option } from '#design/web/choice/OptionList.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { toast } from '#design/web/feedback/toast.ts'
import { autoFormats, dateFormats, numberFormats, type Formats } from '#language/formats.ts'
import { formatPreferences } from '#language/formatPreferences.ts'
import { useLanguage } from '#language/web/language.tsx'
import { browserZone } from '#language/web/formatPreferences.ts'
import { useForm } from '#platform/web/form.ts'
import { useUnsavedWork } from '#platform/web/unsavedWork.ts'

/** In which zone, and how, the person sees and types moments, dates and numbers. */
export function FormatsSection({ me }: { me: Me }) {
  const { t } = useLanguage()
  return (
    <FormSection title={t('profile.formats.title')} text={t('profile.formats.text')}>
      {/* What was saved is where the next change begins. */}
      <FormatsForm key={[me.timezone, me.dateformat, me.timeformat, me.numberformat].join('\n')} me={me} />
    </FormSection>
  )
}

function FormatsForm({ me }: { me: Me }) {
  const { t, locale } = useLanguage()
  const now = useNow()
  const change = useChangeMe()
  // A server of before, while it is being replaced, tells none.
  const { timezone = 'auto', dateformat = 'auto', timeformat = 'auto', numberformat = 'auto' }: Partial<Formats> = me
  const form = useForm({
    initial: { timezone, dateformat, timeformat, numberformat },
    schema: async () => (await import('#accounts/account.ts')).formatsSchema,
    labels: {
      timezone: t('profile.formats.zone'),
      dateformat: t('profile.formats.dates'),
      timeformat: t('profile.formats.times'),
      numberformat: t('profile.formats.numbers'),
    },
    submit: async (draft) => {
      await change.mutateAsync(draft)
      toast({ kind: 'done', text: t('profile.saved') })
    },
  })
  useUnsavedWork(form.isDirty)

  const ways = (formats: Partial<Formats>) => formatPreferences(locale, browserZone, { ...autoFormats, ...formats })
  const inLanguage = (example: string) => t('profile.formats.likeLanguage', { example })
  const likeBrowser: Option = { id: 'auto', label: t('profile.formats.likeBrowser', { zone: browserZone }) }
  const zone = form.values.timezone
  const findZone = (text: string): Promise<readonly Option[]> =>
    Promise.resolve(text === '' ? [likeBrowser, ...zonesFor('', now)] : zonesFor(text, now))
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormErrors errors={form.problems} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ComboBox
          {...form.control('timezone')}
          help={t('profile.formats.zoneHelp')}
          value={zone === 'auto' ? likeBrowser : zoneChoice(zone, now)}
          search={findZone}
          onChange={(option) => form.set('timezone', option?.id ?? 'auto')}
        />
        <Select
          {...form.text('dateformat')}
          options={dateFormats.map((id) => {
            const example = ways({ dateformat: id }).day('2026-11-21', 'shortDate')
            return { id, label: id === 'auto' ? inLanguage(example) : example }
          })}
        />
        <Select
          {...form.text('timeformat')}
          options={[
            { id: 'auto', label: inLanguage(ways({}).time('13:05:00')) },
            { id: '24', label: t('profile.formats.hours24', { example: ways({ timeformat: '24' }).time('13:05:00') }) },
            { id: '12', label: t('profile.formats.hours12', { example: ways({ timeformat: '12' }).time('13:05:00') }) },
          ]}
        />
        <Select
          {...form.text('numberformat')}
          options={numberFormats.map((id) => {
            const example = ways({ numberformat: id }).number('1234567.89', 2)
            return { id, label: id === 'auto' ? inLanguage(example) : example }
          })}
        />
      </div>
      <Example formats={form.values} now={now} />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isPending={form.isPending} isDisabled={!form.isDirty}>
          {t('profile.formats.save')}
        </Button>
      </div>
    </form>
  )
}

/** What has been chosen, as the screens will show it. */
function Example({ formats, now }: { readonly formats: Formats; readonly now: Date }) {
  const { t, locale } = useLanguage()
  const { date, day, number, currency } = formatPreferences(locale, browserZone, formats)
  const lines = [
    [t('profile.formats.moment'), `${date(now, 'shortDateTime')} · ${date(now, 'longDateTime')}`],
    [t('profile.formats.day'), `${day('2026-11-21', 'shortDate')} · ${day('2026-11-21', 'longDate')}`],
    [t('profile.formats.number'), number('-1234567.89', 2)],
    [t('profile.formats.amount'), currency('1234.5', 'EUR')],
  ] as const
  return (
    <section
      aria-label={t('profile.formats.example')}
      aria-live="polite"
      className="rounded-card border border-line bg-subtle p-4"
    >
      <h3 className="mb-2 text-label font-medium text-muted">{t('profile.formats.example')}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {lines.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const minute = 60_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}
