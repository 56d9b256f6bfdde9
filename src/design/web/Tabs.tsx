import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

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
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))} className={className}>
      <TabList aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line px-4">
        {tabs.map(({ id, label: text, count }) => (
          <Tab
            key={id}
            id={id}
            className="flex h-9 shrink-0 cursor-default items-center gap-1.5 border-b-2 border-transparent text-muted outline-none select-none data-focus-visible:bg-sunken data-hovered:text-text data-selected:border-brand data-selected:font-medium data-selected:text-text pointer-coarse:h-11"
          >
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
