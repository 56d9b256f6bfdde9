import { useEffect, useRef, type ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import { tabLook, tabRow } from '#design/web/navigation/tabLook.ts'

export type TabItem = {
  readonly id: string
  readonly label: string
  readonly count?: number
  readonly content: ReactNode
}

type TabsProps = {
  readonly label: string
  readonly tabs: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  readonly className?: string
}

/** Parts of a page of which one is shown. The page keeps which, for example in its address. */
export function Tabs({ label, tabs, selected, onSelect, className }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  const counts = tabs.map(({ count }) => count).join(' ')
  // On a phone not all of them fit. Sideways alone: the page stays where it is.
  useEffect(() => {
    const list = row.current
    const tab = list?.querySelector(`[data-tab="${selected}"]`)
    if (!list || !tab) return
    const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
    list.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left)
    // oxlint-disable-next-line react/exhaustive-deps -- counts come later, and make the tabs before this one wider
  }, [selected, counts])
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))} className={className}>
      <TabList ref={row} aria-label={label} className={tabRow}>
        {tabs.map(({ id, label: text, count }) => (
          <Tab key={id} id={id} data-tab={id} className={`${tabLook} cursor-default select-none`}>
            {text}
            {count !== undefined && <span className="text-label text-muted tabular-nums">{count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="focus-ring">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
