import {
  type Announcements,
  closestCenter,
  type CollisionDetection,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { BoardColumnData, BoardItem, PlacedItem } from './board-types.ts'

/** A pointer is where it is; a card carried by the keyboard is over the column nearest to it. */
export const findColumn: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args)

/** The left and right arrow keys carry a card from column to column. */
const stepByColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const { droppableContainers, droppableRects, collisionRect } = context
  const isArrow = event.code.startsWith('Arrow')
  // While a card is carried the arrow keys are its own: the page stays where it is.
  if (isArrow) event.preventDefault()
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  if (step === 0 || !collisionRect) return undefined
  const columns = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id)
      return rect ? [{ id, rect }] : []
    })
    .sort((a, b) => a.rect.left - b.rect.left)
  // By where the card is drawn: which column it is over is known a moment later, and a quick second press must not be lost.
  const middle = ({ left, width }: { left: number; width: number }) => left + width / 2
  const distances = columns.map(({ rect }) => Math.abs(middle(rect) - middle(collisionRect)))
  const target = columns[distances.indexOf(Math.min(...distances)) + step]?.rect
  if (!target) return undefined
  return { x: middle(target) - collisionRect.width / 2, y: currentCoordinates.y }
}

/**
 * Mouse, finger and keyboard. A click is no drag before 6 px; a finger that only scrolls is none before it has rested. Enter
 * opens a card, so Space alone picks it up.
 */
export const useBoardSensors = () =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: stepByColumn,
      scrollBehavior: 'auto',
      keyboardCodes: {
        start: [KeyboardCode.Space],
        cancel: [KeyboardCode.Esc, KeyboardCode.Tab],
        end: [KeyboardCode.Space, KeyboardCode.Enter],
      },
    }),
  )

export const boardInstructions = {
  draggable:
    'The arrow keys go from card to card. Enter opens the card, Shift and F10 open its menu. Space picks it up; then the left and right arrow keys move it over another column, Space drops it and Escape puts it back.',
}

type Questions<Item extends BoardItem> = {
  /** A card, and the column it lies in; its own, while it is carried. */
  find: (itemId: string) => PlacedItem<Item> | null
  columnOf: (columnId: string) => BoardColumnData<Item> | undefined
  whyNotMove: (item: Item, columnId: string) => string | null
}

/** What a screen reader says of a drag: picked up, moved over, dropped, refused, cancelled. */
export const boardAnnouncements = <Item extends BoardItem>(ask: Questions<Item>): Announcements => {
  let hasLeft = false
  return {
    onDragStart: ({ active }) => {
      hasLeft = false
      const from = ask.find(String(active.id))
      return from ? `Picked up ${from.item.title} from ${from.column.title}.` : undefined
    },
    onDragOver: ({ active, over }) => {
      const from = ask.find(String(active.id))
      if (!from) return undefined
      const { item, column } = from
      const target = over ? ask.columnOf(String(over.id)) : undefined
      // Right after picking up it lies where it lay, which has just been said.
      if (target?.id === column.id && !hasLeft) return undefined
      hasLeft = true
      if (!target) return `${item.title} is over no column.`
      if (target.id === column.id) return `${item.title} is back over ${column.title}.`
      const reason = ask.whyNotMove(item, target.id)
      return `${item.title} is over ${target.title}.${reason ? ` It cannot be dropped here: ${reason}` : ''}`
    },
    onDragEnd: ({ active, over }) => {
      const from = ask.find(String(active.id))
      if (!from) return undefined
      const { item, column } = from
      const target = over ? ask.columnOf(String(over.id)) : undefined
      if (!target || target.id === column.id) return `${item.title} stays in ${column.title}.`
      const reason = ask.whyNotMove(item, target.id)
      return reason
        ? `Refused: ${reason} ${item.title} stays in ${column.title}.`
        : `Dropped. ${item.title} is now in ${target.title}.`
    },
    onDragCancel: ({ active }) => {
      const from = ask.find(String(active.id))
      return from ? `Cancelled. ${from.item.title} stays in ${from.column.title}.` : undefined
    },
  }
}

/** A live region that is written to directly: a drag says something at every step, and none of it needs the columns drawn again. */
export const liveSpeaker = () => {
  let region: HTMLElement | null = null
  return {
    attach: (element: HTMLElement | null) => {
      region = element
    },
    say: (text: string | undefined) => {
      if (region && text !== undefined) region.textContent = text
    },
  }
}

/**
 * The same announcements, spoken in a live region of the board's own. dnd-kit's region keeps its last sentence for ever, also
 * when a dropped card had to go back.
 */
export const spokenBy = (say: (text: string | undefined) => void, announcements: Announcements): Announcements => ({
  onDragStart: (event) => void say(announcements.onDragStart(event)),
  onDragOver: (event) => void say(announcements.onDragOver(event)),
  onDragEnd: (event) => void say(announcements.onDragEnd(event)),
  onDragCancel: (event) => void say(announcements.onDragCancel(event)),
})
