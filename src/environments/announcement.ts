/** Something that the operator tells people: product ruling 2.15. */
export type Announcement = {
  readonly id: string
  readonly title: string
  /** Markdown. */
  readonly body: string
  readonly kind: 'info' | 'warning' | 'maintenance'
  readonly audience: 'all' | 'members' | 'region'
  readonly from: string
  readonly until: string | null
  readonly dismissible: boolean
  readonly link: string | null
}
