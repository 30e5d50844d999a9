import { useDraggable } from '@dnd-kit/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type TouchEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { headID } from './use-head-drag.ts'

type Listeners = ReturnType<typeof useDraggable>['listeners']
/** What a drag would carry: the element, and the one whose keys pick it up. */
type Pressed = { id: string; node: HTMLElement; activator: HTMLElement }

const pressedIn = (target: EventTarget): Pressed | null => {
  const node = target instanceof Element ? target.closest<HTMLElement>('[data-card], [data-head]') : null
  const { card, head } = node?.dataset ?? {}
  if (node && card !== undefined) return { id: card, node, activator: node.querySelector('a') ?? node }
  // Keys start a drag on the head itself alone; its buttons keep theirs.
  return node && head !== undefined ? { id: headID(head), node, activator: node } : null
}

type GripProps = { pressed: Pressed; onListeners: (listeners: Listeners) => void }
const Grip = ({ pressed, onListeners }: GripProps) => {
  const draggable = useDraggable({ id: pressed.id })
  useLayoutEffect(() => {
    draggable.setNodeRef(pressed.node)
    draggable.setActivatorNodeRef(pressed.activator)
    onListeners(draggable.listeners)
  })
  return null
}

/**
 * Makes every `data-card` and `data-head` of an element draggable. dnd-kit draws each draggable again for each column that a drag is over,
 * and for each step of its scrolling; so it learns of one only when it is pressed. Put `grip` into the DndContext and the handlers on the
 * element.
 */
export const useGrip = (isCarrying: boolean) => {
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const listeners = useRef<Listeners>(undefined)
  const keep = useCallback((next: Listeners) => void (listeners.current = next), [])
  const press = (name: string, event: MouseEvent | TouchEvent | KeyboardEvent) => {
    const next = isCarrying ? null : pressedIn(event.target)
    if (!next) return
    // The press itself may begin the drag, so dnd-kit has to know at once.
    flushSync(() => setPressed(next))
    listeners.current?.[name]?.(event)
  }
  return {
    grip: pressed && <Grip pressed={pressed} onListeners={keep} />,
    onMouseDown: (event: MouseEvent) => press('onMouseDown', event),
    onTouchStart: (event: TouchEvent) => press('onTouchStart', event),
    onKeyDown: (event: KeyboardEvent) => event.code === 'Space' && press('onKeyDown', event),
  }
}
