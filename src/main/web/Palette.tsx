import { useQueryClient } from '@tanstack/react-query'
import { House, Keyboard, KeyRound, Layers, Moon, Plus, Sun } from 'lucide-react'
import { useCallback } from 'react'
import { meQuery } from '#accounts/web/me.client.ts'
import { EnvironmentMark } from '#environments/web/EnvironmentMark.tsx'
import { environmentsQuery } from '#environments/web/environments.client.ts'
import { CommandPalette, type Command, type CommandGroup } from '#design/web/navigation/CommandPalette.tsx'
import { useTheme } from '#design/web/theme/theme.ts'
import { isFeatureOn } from '#entities/feature.ts'
import { EntityMark } from '#entities/web/EntityMark.tsx'
import { useLanguage } from '#language/web/language.tsx'
import { modelQuery } from '#entities/web/entities.client.ts'
import { matching } from '#main/web/definitionSearch.tsx'
import { showKeys } from '#main/web/keysHelp.ts'
import { useDeepSearch } from '#main/web/deepSearch.ts'
import { navigation, offersLine } from '#main/web/navigation.ts'
import { tablesOf } from '#main/web/tables.client.ts'
import { useGo, useRouteParams } from '#platform/web/routeParams.ts'
import type { SelfRecord } from '#security/role.ts'
import { selfKey } from '#security/web/self.client.ts'

/** Search and run over what the working area has: tables, commands, environments, records. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const search = useSearch()
  const searchMore = useDeepSearch()
  return <CommandPalette {...{ isOpen, onClose, search, searchMore }} />
}

function useSearch(): (text: string) => Promise<readonly CommandGroup[]> {
  const { t } = useLanguage()
  const { eid } = useRouteParams()
  const { theme, setTheme } = useTheme()
  const client = useQueryClient()
  const go = useGo()
  return useCallback(
    async (text) => {
      const open = (path: string) => ({ onRun: () => go(path) })
      const base = `/${eid}`
      const mine = eid ? client.getQueryData<SelfRecord>(selfKey(eid))?.activities : undefined
      const model = eid ? await client.ensureQueryData(modelQuery(eid)).catch(() => undefined) : undefined
      const tables = model ? tablesOf(model) : []
      const environments = await client.ensureQueryData(environmentsQuery).catch(() => [])
      const isMaker = client.getQueryData(meQuery.queryKey)?.developermode ?? false
      const goTo: Command[] = tables.map((table) => ({
        id: table.id,
        label: table.collectionname,
        detail: table.description ?? '',
        icon: <EntityMark entity={table} size={16} />,
        ...open(`${base}/entity/${table.id}`),
      }))
      const isThere = ({ feature }: (typeof navigation)[number]) => !feature || (model && isFeatureOn(model, feature))
      const maker = navigation
        .filter((line) => line.paletteOrder !== undefined && offersLine(line, mine) && isThere(line))
        .toSorted((one, other) => (one.paletteOrder ?? 0) - (other.paletteOrder ?? 0))
        .map(({ path, text, Icon }): Command => ({ id: path, label: t(text), icon: <Icon />, ...open(base + path) }))
      const newRecords: Command[] = tables.map((table) => ({
        id: `new ${table.id}`,
        label: t('shell.newRecord', { name: table.name }),
        icon: <Plus />,
        ...open(`${base}/entity/${table.id}/create`),
      }))
      const anywhere: Command[] = [
        { id: 'home', label: t('home.title'), icon: <House />, ...open('/main') },
        { id: 'environments', label: t('environments.title'), icon: <Layers />, ...open('/environments') },
        {
          id: 'apiKeys',
          label: t('shell.apiKeys'),
          icon: <KeyRound />,
          ...open(eid ? `/keys?envid=${eid}` : '/keys'),
        },
        theme === 'dark'
          ? { id: 'light', label: t('shell.useLight'), icon: <Sun />, onRun: () => setTheme('light') }
          : { id: 'dark', label: t('shell.useDark'), icon: <Moon />, onRun: () => setTheme('dark') },
        { id: 'keys', label: t('keys.command'), icon: <Keyboard />, keys: '?', onRun: () => showKeys(true) },
      ]
      const others: Command[] = environments
        .filter((environment) => environment.id !== eid)
        .map((environment) => ({
          id: environment.id,
          label: environment.name,
          detail: t(`environments.region.${environment.region}`),
          icon: <EnvironmentMark environment={environment} size={16} />,
          ...open(`/${environment.id}`),
        }))
      const isSearched = text.trim() !== ''
      return [
        { id: 'tables', title: t('shell.tables'), commands: goTo },
        {
          id: 'commands',
          title: t('shell.commands'),
          commands: [...(eid && isMaker ? maker : []), ...(isSearched ? newRecords : []), ...anywhere],
        },
        { id: 'environments', title: t('environments.title'), commands: others },
      ].map((group) => matching(group, text))
    },
    // `go` is a new function on each render, and always the same way.
    // oxlint-disable-next-line react/exhaustive-deps
    [t, eid, theme, client],
  )
}
