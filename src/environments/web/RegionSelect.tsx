import { useEffect } from 'react'
import { useRegions } from '#environments/web/environmentChanges.client.ts'
import { Select, type SelectProps } from '#design/web/choice/Select.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** Chooses where the data lives. All four regions are listed; those without a cluster say that they are not available here. */
export function RegionSelect(props: Omit<SelectProps, 'options'>) {
  const { t } = useLanguage()
  const { data: regions = [] } = useRegions()
  const { value, onChange } = props
  const available = regions.filter((region) => region.available)
  const [only] = available
  useEffect(() => {
    if (value === '' && only && available.length === 1) onChange(only.code)
    // Chosen once, when the regions arrive; onChange is a new function on each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [only, available.length])
  const options = regions.map(({ code, available }) => ({
    id: code,
    label: t(`environments.region.${code}`),
    ...(available ? {} : { detail: t('environments.regionAbsent') }),
  }))
  const choose = (code: string) => regions.find((region) => region.code === code)?.available && onChange(code)
  return <Select {...props} required options={options} onChange={choose} />
}
