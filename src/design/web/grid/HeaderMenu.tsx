import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, EyeOff, Pin, PinOff, StretchHorizontal, X } from 'lucide-react'
import { Popover } from 'react-aria-components/Popover'
import { moveBefore } from '#design/columns.ts'
import { classes, floating } from '#design/web/theme/classes.ts'
import type { SortDirection, GridColumn } from '#design/web/grid/gridColumn.ts'
import type { MenuAction } from '#design/web/overlay/Menu.tsx'
import { MenuLines } from '#design/web/overlay/MenuPopup.tsx'
import { useLanguage } from '#language/web/language.tsx'

/** What a person may do with columns; what is not given is not offered. */
export type ColumnActions = {
  readonly onSort?: (columnId: string, direction: SortDirection | undefined) => void
  readonly onHide?: (columnId: string) => void
  readonly onFreeze?: (columnId: string, isFrozen: boolean) => void
  /** All column ids in their new order. */
  readonly onReorder?: (columnIds: readonly string[]) => void
  readonly onResize?: (columnId: string, width: number) => void
}

type HeaderMenuProps = ColumnActions & {
  readonly column: Pick<GridColumn<unknown>, 'id' | 'title' | 'width' | 'sorted' | 'canSort' | 'frozen'>
  readonly columnIds: readonly string[]
  readonly cell: HTMLElement
  readonly onClose: () => void
}

const stride = 40

/** The menu of a column's head. Everything that can be dragged is a line here too. */
export function HeaderMenu({ column, columnIds, cell, onClose, ...actions }: HeaderMenuProps) {
  const { t } = useLanguage()
  const { onSort, onHide, onFreeze, onReorder, onResize } = actions
  const { id, sorted } = column
  const at = columnIds.indexOf(id)
  const line = (
    key: string,
    label: string,
    icon: MenuAction['icon'],
    onAction: () => void,
    more?: Partial<MenuAction>,
  ) => ({
    id: key,
    label,
    icon,
    onAction,
    ...more,
  })
  const sortLines = onSort &&
    column.canSort && [
      line('up', t('design.grid.sortUp'), <ArrowUp />, () => onSort(id, 'ascending'), {
        isSelected: sorted === 'ascending',
      }),
      line('down', t('design.grid.sortDown'), <ArrowDown />, () => onSort(id, 'descending'), {
        isSelected: sorted === 'descending',
      }),
      ...(sorted ? [line('unsort', t('design.grid.unsort'), <X />, () => onSort(id, undefined))] : []),
    ]
  const placeLines = onReorder && [
    line(
      'left',
      t('design.grid.moveLeft'),
      <ArrowLeft />,
      () => onReorder(moveBefore(columnIds, id, columnIds[at - 1])),
      {
        isDisabled: at === 0,
      },
    ),
    line(
      'right',
      t('design.grid.moveRight'),
      <ArrowRight />,
      () => onReorder(moveBefore(columnIds, id, columnIds[at + 2])),
      { isDisabled: at === columnIds.length - 1 },
    ),
  ]
  const widthLines = onResize && [
    line('wider', t('design.grid.wider'), <StretchHorizontal />, () => onResize(id, column.width + stride)),
    line('narrower', t('design.grid.narrower'), <StretchHorizontal />, () => onResize(id, column.width - stride)),
  ]
  const otherLines = [
    onFreeze &&
      (column.frozen
        ? line('unfreeze', t('design.grid.unfreeze'), <PinOff />, () => onFreeze(id, false))
        : line('freeze', t('design.grid.freeze'), <Pin />, () => onFreeze(id, true))),
    onHide && line('hide', t('design.grid.hide'), <EyeOff />, () => onHide(id)),
  ]
  const groups = [sortLines, placeLines, widthLines, otherLines]
    .map((lines, group) => ({ id: String(group), actions: (lines || []).filter((one) => one !== undefined) }))
    .filter(({ actions }) => actions.length > 0)
  if (groups.length === 0) return null
  return (
    <Popover
      isOpen
      aria-label={column.title}
      triggerRef={{ current: cell }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      offset={2}
      className={classes(floating, 'min-w-48')}
    >
      <MenuLines label={column.title} groups={groups} onClose={onClose} />
    </Popover>
  )
}
