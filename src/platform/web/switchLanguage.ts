import { useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '#language/web/language.tsx'

/** Switches to another language; what the server has said in the former one is asked for anew. */
export function useSwitchLanguage(): (locale: string) => Promise<void> {
  const { setLocale } = useLanguage()
  const client = useQueryClient()
  return async (locale) => {
    await setLocale(locale)
    void client.invalidateQueries()
  }
}
