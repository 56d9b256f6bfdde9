import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { PopupTrigger } from '#design/web/overlay/PopupTrigger.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { kindIcons } from '#records/web/kinds/viewKindIcons.ts'
import type { View } from '#views/view.ts'

export type ViewSwitchProps = {
  readonly views: readonly View[]
  readonly view: View
  /** The page of the entity's views. */
  readonly listHref: string
  readonly onOpen: (id: string) => void
  /** Without it there is nothing to make. */
  readonly onNew: (() => void) | undefined
  readonly onEdit: () => void
}

const load = () => import('#records/web/list/ViewSwitchMenu.tsx')
const ViewSwitchMenu = lazy(async () => ({ default: (await load()).ViewSwitchMenu }))

/** The view that is shown, and the others to choose from. */
export function ViewSwitch(props: ViewSwitchProps) {
  const { view } = props
  const { t } = useLanguage()
  const Icon = kindIcons[view.kind]
  return (
    <PopupTrigger
      kind="menu"
      load={load}
      trigger={
        <Button kind="quiet" className="min-w-0 shrink!" aria-label={t('views.switchFrom', { name: view.name })}>
          <Icon />
          <span className="max-w-40 min-w-0 truncate max-sm:max-w-22">{view.name}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {(opened) => <ViewSwitchMenu {...props} {...opened} />}
    </PopupTrigger>
  )
}
