import { FileText } from 'lucide-react'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { Select } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { delimiters } from '#records/exchange/import/delimiter.ts'
import { encodings } from '#records/exchange/import/encoding.ts'
import type { Import, SettledGuess } from '#records/exchange/import/settings.ts'

type FileSettingsProps = {
  readonly found: Import
  readonly isPending: boolean
  readonly onSettle: (settled: SettledGuess) => void
  readonly onDiscard: () => void
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
const encodingNames: Record<(typeof encodings)[number], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252 (Western)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
}

/** How the file is read: what we think and why. Another choice reads it anew. */
export function FileSettings({ found, isPending, onSettle, onDiscard }: FileSettingsProps) {
  const { t, number } = useLanguage()
  const { guess } = found
  const values = { columns: guess.columns.length, rows: guess.rows.value, size: number(Math.ceil(found.size / 1024)) }
  return (
    <section
      aria-label={found.file}
      aria-busy={isPending}
      className="flex flex-col gap-4 rounded-card border border-line p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileText size={20} className="shrink-0 text-muted" aria-hidden />
        <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
          <h2 className="line-clamp-3 font-semibold break-words">{found.file}</h2>
          <p className="text-label text-muted">
            {t(guess.rows.exact ? 'imports.file.facts' : 'imports.file.about', values)}
          </p>
        </div>
        <Button kind="quiet" onPress={onDiscard}>
          {t('imports.file.other')}
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {found.sheets.length > 1 && (
          <Select
            label={t('imports.file.sheet')}
            options={found.sheets.map((label, place) => ({ id: String(place), label }))}
            value={String(found.sheet)}
            onChange={(id) => onSettle({ sheet: Number(id) })}
            undertext={t('imports.file.sheets', { count: found.sheets.length })}
            isDisabled={isPending}
          />
        )}
        {found.format === 'csv' && (
          <>
            <Select
              label={t('imports.file.encoding')}
              options={encodings.map((id) => ({ id, label: encodingNames[id] }))}
              value={guess.encoding.value}
              onChange={(id) => onSettle({ encoding: id as SettledGuess['encoding'] })}
              undertext={t(`imports.reason.encoding.${guess.encoding.reason}`)}
              isDisabled={isPending}
            />
            <Select
              label={t('imports.file.delimiter')}
              options={delimiters.map((id) => ({ id, label: t(`imports.delimiter.${delimiterNames[id]}`) }))}
              value={guess.delimiter.value}
              onChange={(id) => onSettle({ delimiter: id as SettledGuess['delimiter'] })}
              undertext={t(`imports.reason.delimiter.${guess.delimiter.reason}`)}
              isDisabled={isPending}
            />
          </>
        )}
        {found.format === 'jsonl' ? (
          <p className="text-muted">{t('imports.format.jsonl')}</p>
        ) : (
          <div className="flex flex-col gap-1">
            <span className="text-label font-medium text-muted">{t('imports.file.firstRow')}</span>
            <Checkbox
              className="flex min-h-control items-center"
              isSelected={guess.header.value}
              isDisabled={isPending}
              onChange={(header) => onSettle({ header })}
            >
              {t('imports.file.header')}
            </Checkbox>
            <span className="text-label text-muted">{t(`imports.reason.header.${guess.header.reason}`)}</span>
          </div>
        )}
      </div>
    </section>
  )
}
