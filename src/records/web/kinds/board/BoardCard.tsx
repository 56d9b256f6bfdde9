import { useDraggable } from '@dnd-kit/core'
import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { optionMark } from '#attributes/web/optionLine.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { Menu } from '#design/web/overlay/Menu.tsx'
import { classes } from '#design/web/theme/classes.ts'
import { useLanguage } from '#language/web/language.tsx'
import { laneKey, type Lane } from '#records/kinds/board.ts'
import type { CardShape } from '#records/kinds/card.ts'
import { RecordCard } from '#records/web/kinds/RecordCard.tsx'
import { recordName, type RecordRow } from '#records/wire.ts'
import type { ViewColour } from '#views/view.ts'

type BoardCardProps = {
  readonly envid: string
  readonly row: RecordRow
  readonly card: CardShape
  readonly lane: Lane
  readonly lanes: readonly Lane[]
  readonly colour: ViewColour | undefined
  readonly canMove: boolean
  readonly isOpened: boolean
  readonly onOpen: (row: RecordRow) => void
  readonly onBring: (row: RecordRow, lane: Lane) => void
}

/** A card of a board: opened by a press or Enter, moved by dragging, by Space and arrows, or by its menu, which a long press opens too. */
export function BoardCard(props: BoardCardProps) {
  const { envid, row, card, lane, lanes, colour, canMove, isOpened, onOpen, onBring } = props
  const { t } = useLanguage()
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: row.id,
    data: { row, place: laneKey(lane.value) },
    disabled: !canMove,
  })
  const others = lanes.filter(({ value, isOpen }) => isOpen && value !== lane.value)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const hasMenu = canMove && others.length > 0
  return (
    <li
      ref={setNodeRef}
      {...(canMove ? listeners : {})}
      onContextMenu={(event) => {
        if (!hasMenu) return
        event.preventDefault()
        setMenuOpen(true)
      }}
      // A finger that moves at once scrolls the lane; one that holds takes the card.
      className={classes(
        'group relative touch-manipulation rounded-control border border-line bg-raised select-none [-webkit-touch-callout:none]',
        colour && `border-l-4 ${edges[colour]}`,
        isOpened && 'bg-selection',
        isDragging && 'opacity-40',
      )}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        onClick={() => onOpen(row)}
        // Space is for moving: some browsers would press the button as it comes up.
        onKeyUp={(event) => {
          if (canMove && event.key === ' ') event.preventDefault()
        }}
        {...(canMove ? { 'aria-describedby': attributes['aria-describedby'] } : {})}
        className={classes('focus-ring block w-full rounded-control p-2.5 text-left', canMove && 'pr-10')}
      >
        <RecordCard {...{ envid, row }} shape={card} />
      </button>
      {hasMenu && (
        <span
          className={classes(
            'absolute top-1 right-1',
            // With a mouse it is there for the card that is pointed at, so that lanes stay calm.
            !isMenuOpen &&
              'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100',
          )}
        >
          <Menu
            label={t('records.move.to')}
            placement="bottom end"
            isOpen={isMenuOpen}
            onOpenChange={setMenuOpen}
            trigger={
              <IconButton
                label={t('records.move.toOf', { name: recordName(row, t('records.unnamed')) })}
                icon={<ArrowRightLeft />}
                className="text-muted"
              />
            }
            groups={[
              {
                id: 'lanes',
                title: t('records.move.to'),
                actions: others.map((other) => ({
                  id: laneKey(other.value),
                  label: other.label,
                  icon: optionMark(other),
                  onAction: () => onBring(row, other),
                })),
              },
            ]}
          />
        </span>
      )}
    </li>
  )
}

const edges: Record<ViewColour, string> = {
  green: 'border-l-green',
  amber: 'border-l-amber',
  red: 'border-l-red',
  grey: 'border-l-grey',
}
