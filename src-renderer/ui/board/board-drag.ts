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
  type UniqueIdentifier,
} from '@dnd-kit/core'
import type { BoardColumnData, BoardItem, PlacedItem } from './board-types.ts'

/** A dragged card is over the column under the pointer; by keyboard, over the column nearest to the card. */
export const findColumn: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args)

/**
 * The target column of a card that is carried by keyboard. dnd-kit updates its own a moment after the key, when the
 * announcement has already been read out; a card dropped before that would stay where it was.
 */
export const keyboardAim = () => {
  let aimed: string | null = null
  return {
    /** To be called when a card is picked up. */
    begin: () => {
      aimed = null
    },
    take: (columnId: string) => {
      aimed = columnId
    },
    /** The column on which a card is dropped: by keyboard the one it is meant for, else the one under the pointer. */
    columnOf: (over: { id: UniqueIdentifier } | null): string | null => aimed ?? (over ? String(over.id) : null),
  }
}
type KeyboardAim = ReturnType<typeof keyboardAim>

/** Moves a carried card to the next column on the left or right arrow key. */
export const stepByColumn =
  (aim: Pick<KeyboardAim, 'take'>): KeyboardCoordinateGetter =>
  (event, { context, currentCoordinates }) => {
    const { droppableContainers, droppableRects, collisionRect } = context
    const isArrow = event.code.startsWith('Arrow')
    // While a card is carried the arrow keys must not scroll the page.
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
    // The step is measured from where the card is drawn: dnd-kit learns its column a moment later, and a quick second
    // press would be lost.
    const middle = ({ left, width }: { left: number; width: number }) => left + width / 2
    const distances = columns.map(({ rect }) => Math.abs(middle(rect) - middle(collisionRect)))
    const target = columns[distances.indexOf(Math.min(...distances)) + step]
    if (!target) return undefined
    aim.take(String(target.id))
    return { x: middle(target.rect) - collisionRect.width / 2, y: currentCoordinates.y }
  }

/**
 * The sensors for mouse, finger and keyboard. A mouse must move 6 px before a click becomes a drag; a finger must rest
 * first, because it may only scroll. Enter opens a card, so Space alone picks it up.
 */
export const useBoardSensors = (aim: KeyboardAim) =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: stepByColumn(aim),
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
    'The arrow keys go from card to card. Enter opens the card, Shift and F10 open its menu, Alt with the up or down arrow key puts it up or down in its column. Space picks it up; then the left and right arrow keys move it over another column, Space drops it and Escape puts it back.',
}

type Questions<Item extends BoardItem> = {
  /** The card, and the column in which it lies, also while it is carried. */
  find: (itemId: string) => PlacedItem<Item> | null
  columnOf: (columnId: string) => BoardColumnData<Item> | undefined
  whyNotMove: (item: Item, columnId: string) => string | null
  /** The column on which a card is dropped. */
  dropColumnOf: KeyboardAim['columnOf']
}

/** The sentences of a drag for a screen reader: picked up, moved over, dropped, refused, cancelled. */
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
      // Right after the card is picked up it is over its own column, which the first sentence has named.
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
      const columnId = ask.dropColumnOf(over)
      const target = columnId === null ? undefined : ask.columnOf(columnId)
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

/**
 * A live region whose text is written without React: a drag speaks at every step, and the columns need not be drawn
 * again.
 */
export const liveSpeaker = () => {
  let region: HTMLElement | null = null
  /** Counts the sentences, so that one that was put off gives way to any that came after it. */
  let spoken = 0
  const say = (text: string | undefined) => {
    if (text === undefined) return
    spoken += 1
    if (region) region.textContent = text
  }
  return {
    attach: (element: HTMLElement | null) => {
      region = element
    },
    say,
    /** Says it after the next frame and whatever timers wait, unless something else is announced before. */
    saySoon: (text: string | undefined) => {
      const before = spoken
      requestAnimationFrame(() => setTimeout(() => spoken === before && say(text)))
    },
  }
}
type Speaker = ReturnType<typeof liveSpeaker>

/**
 * The announcements of the board's own live region; dnd-kit's keeps its last sentence even when a dropped card went
 * back. dnd-kit accepts keys only some time after it reports that a card was picked up, so that announcement is
 * delayed: a key pressed in response is never lost.
 */
export const spokenBy = (
  { say, saySoon }: Pick<Speaker, 'say' | 'saySoon'>,
  announcements: Announcements,
): Announcements => ({
  onDragStart: (event) => void saySoon(announcements.onDragStart(event)),
  onDragOver: (event) => void say(announcements.onDragOver(event)),
  onDragEnd: (event) => void say(announcements.onDragEnd(event)),
  onDragCancel: (event) => void say(announcements.onDragCancel(event)),
})
