import { LayoutList } from 'lucide-react'
import { typeIcons } from '#attributes/web/typeIcons.tsx'
import type { Command, CommandGroup } from '#design/web/navigation/CommandPalette.tsx'
import { entitiesOf, type Model } from '#entities/model.ts'
import type { Translate } from '#language/translate.ts'
import { viewsIn } from '#views/model.ts'

const mostShown = 8

/** What was typed, and whether attributes may be opened. */
type Asked = { readonly text: string; readonly isMaker: boolean }
type Place = { readonly base: string; readonly model: Model; readonly go: (path: string) => void }

/** Views by name, and for makers attributes by name and uri, with the table that they belong to. */
export function definitionGroups(
  t: Translate,
  { base, model, go }: Place,
  { text, isMaker }: Asked,
): readonly CommandGroup[] {
  const views: Command[] = viewsIn(model).flatMap((view) => {
    const entity = model.entities.get(view.entity_id)
    if (!entity) return []
    const path = `${base}/entity/${entity.id}?view=${view.id}`
    return [
      { id: view.id, label: view.name, detail: entity.collectionname, icon: <LayoutList />, onRun: () => go(path) },
    ]
  })
  const attributes: Command[] = entitiesOf(model).flatMap((entity) =>
    entity.attributes.map(({ id, name, uri, type }) => {
      const Icon = typeIcons[type]
      const path = `${base}/entity/${entity.id}/attribute?attribute=${id}`
      return { id, label: name, detail: entity.name, words: uri, icon: <Icon />, onRun: () => go(path) }
    }),
  )
  return [
    { id: 'views', title: t('shell.found.views'), commands: views },
    { id: 'attributes', title: t('shell.found.attributes'), commands: isMaker ? attributes : [] },
  ].map((group) => {
    const found = matching(group, text)
    return { ...found, commands: found.commands.slice(0, mostShown) }
  })
}

/** Those of a group's commands that were asked for: each word is in the label or the detail, in any order. */
export function matching(group: CommandGroup, text: string): CommandGroup {
  const words = text.toLocaleLowerCase().split(/\s+/)
  const commands = group.commands.filter(({ label, detail = '', words: others = '' }) => {
    const there = `${label} ${detail} ${others}`.toLocaleLowerCase()
    return words.every((word) => there.includes(word))
  })
  return { ...group, commands }
}
