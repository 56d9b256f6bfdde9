import { Check } from 'lucide-react'
import { environmentSchema } from '#environments/environment.ts'
import { useUriCheck } from '#environments/web/environmentChanges.client.ts'
import { useDebounced } from '#environments/web/debounce.ts'
import { TextField } from '#design/web/fields/TextField.tsx'
import { useLanguage } from '#language/web/language.tsx'
import * as z from 'zod/mini'

type UriFieldProps = {
  readonly name: string
  readonly label: string
  readonly error?: string
  readonly value: string
  readonly onChange: (uri: string) => void
  /** The uri that is its own already, and so not taken. */
  readonly own?: string
}

const uriSchema = environmentSchema.shape.uri

/** The uri of an environment, checked while it is typed; shows the address that it gives. */
export function UriField({ own, error, value, onChange, ...rest }: UriFieldProps) {
  const { t } = useLanguage()
  const settled = useDebounced(value, 300)
  const isAsked = settled === value && value !== own && z.safeParse(uriSchema, value).success
  const { data } = useUriCheck(isAsked ? value : undefined)
  const taken =
    isAsked && data && !data.available
      ? (data.problem?.message ?? t('fault.validation.uriTaken', { uri: value }))
      : undefined
  const shown = error ?? taken
  const address = `${value || 'uri'}.${window.location.host}`
  return (
    <TextField
      {...rest}
      required
      value={value}
      onChange={(text) => onChange(text.toLowerCase())}
      {...(shown ? { error: shown } : {})}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={24}
      undertext={
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="break-all">{`${window.location.protocol}//${address}`}</span>
          {isAsked && data?.available && (
            <span role="status" className="inline-flex items-center gap-1 text-green">
              <Check size={12} aria-hidden />
              {t('environments.uriFree')}
            </span>
          )}
        </span>
      }
    />
  )
}
