import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { environmentIcons, type EnvironmentIcon } from '#environments/icon.ts'
import { environmentPictures } from '#environments/web/EnvironmentPicture.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** Chooses the icon of an environment; none shows its first letter. */
export function IconChoice({
  value,
  name,
  onChange,
}: {
  value: EnvironmentIcon | null
  name: string
  onChange: (icon: EnvironmentIcon | null) => void
}) {
  const { t } = useLanguage()
  const letter = ([...name.trim()][0] ?? 'A').toUpperCase()
  return (
    <RadioGroup
      aria-label={t('environments.icon')}
      value={value ?? none}
      onChange={(icon) => onChange(icon === none ? null : (icon as EnvironmentIcon))}
      orientation="horizontal"
    >
      <span className="text-label font-medium text-muted">{t('environments.icon')}</span>
      <div className="mt-1 flex flex-wrap gap-1">
        {[none, ...environmentIcons].map((icon) => {
          const Picture = icon === none ? undefined : environmentPictures[icon as EnvironmentIcon]
          return (
            <Radio
              key={icon}
              value={icon}
              aria-label={
                Picture ? t(`environments.pictures.${icon as EnvironmentIcon}`) : t('environments.firstLetter')
              }
              className={`${swatch} text-muted data-selected:bg-selection data-selected:text-brand`}
            >
              {Picture ? <Picture size={16} aria-hidden /> : <span className="font-semibold">{letter}</span>}
            </Radio>
          )
        })}
      </div>
    </RadioGroup>
  )
}

const none = 'none'
const swatch =
  'grid size-8 cursor-default place-items-center rounded-control outline-2 outline-offset-0 outline-transparent data-focus-visible:outline-brand data-hovered:bg-sunken pointer-coarse:size-11'
