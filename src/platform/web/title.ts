import { useEffect } from 'react'
import { productName } from '#text/version.ts'

/** Names the page in the browser's tab and history, followed by the product's name. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${productName}` : productName
  }, [title])
}
