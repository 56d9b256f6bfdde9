import type { ComponentProps, ReactElement } from 'react'
import { Pressable } from 'react-aria-components/Pressable'

/** Makes one of our buttons open the menu or popover that it stands in. */
export function PopupTrigger({ children }: { children: ReactElement }) {
  // Our buttons hand every attribute on to their element, as Pressable needs it; its type admits only plain tags.
  return <Pressable>{children as ComponentProps<typeof Pressable>['children']}</Pressable>
}
