import { createItemQueue } from '#design/web/feedback/queue.ts'

/** A short word about what just happened. */
export type ToastMessage = {
  readonly text: string
  readonly kind?: 'done' | 'failed' | 'info'
  readonly action?: { readonly label: string; readonly onAction: () => void }
}

export const toasts = createItemQueue<ToastMessage>()

// More would cover what one works on.
const mostNews = 3

/** Says something at the edge of the page for some seconds; gives a way to take it back early. */
export function toast(message: ToastMessage): () => void {
  const id = toasts.add(message)
  toasts.keep((items) => {
    const news = items.filter(({ kind }) => kind !== 'failed')
    const old = new Set(news.slice(0, -mostNews))
    return items.filter((item) => !old.has(item))
  })
  return () => toasts.remove(id)
}
