import type { DragEndEvent, DragStartEvent } from '@dnd-kit/core'
import { expect, test, vi } from 'vitest'
import { boardAnnouncements, keyboardAim, liveSpeaker, stepByColumn } from './board-drag.ts'

const columns = ['1', '2', '3'].map((id, at) => ({ id, title: `Column ${id}`, left: at * 300 }))
const item = { id: 'task', title: 'Draw the map' }
/** A board as dnd-kit shows it to the sensor; the card is drawn over the column at `left`. */
const press = (aim: ReturnType<typeof keyboardAim>, code: string, left: number) => {
  const droppableRects = new Map(columns.map(({ id, left: at }) => [id, { left: at, width: 280 }]))
  const context = {
    droppableContainers: { getEnabled: () => columns },
    droppableRects,
    collisionRect: { left, width: 280 },
  }
  const event = new KeyboardEvent('keydown', { code })
  return stepByColumn(aim)(event, { active: 'task', context, currentCoordinates: { x: left, y: 8 } } as never)
}
const placed = { item, column: { ...columns[0], items: [item] } }
const announce = (aim: ReturnType<typeof keyboardAim>) =>
  boardAnnouncements({
    find: () => placed as never,
    columnOf: (id) => columns.find((column) => column.id === id) as never,
    whyNotMove: () => null,
    dropColumnOf: aim.columnOf,
  })
const over = (id: string) => ({ active: { id: 'task' }, over: { id } }) as unknown as DragEndEvent & DragStartEvent

test('[TASK-37] a card dropped right after an arrow key goes where the key meant it, though dnd-kit has not learned that yet', () => {
  const aim = keyboardAim()
  aim.begin()
  expect(press(aim, 'ArrowRight', 0)).toEqual({ x: 300, y: 8 })
  expect(aim.columnOf({ id: '1' })).toBe('2')
  expect(announce(aim).onDragEnd(over('1'))).toBe('Dropped. Draw the map is now in Column 2.')
})

test('[TASK-37] a key at the last column, and one that moves nothing, leave the column as it was', () => {
  const aim = keyboardAim()
  aim.begin()
  press(aim, 'ArrowRight', 300)
  expect(press(aim, 'ArrowRight', 600)).toBeUndefined()
  expect(press(aim, 'ArrowUp', 600)).toBeUndefined()
  expect(aim.columnOf({ id: '1' })).toBe('3')
})

test('[TASK-26] a card carried with the mouse goes to the column under the pointer, also after one by keyboard', () => {
  const aim = keyboardAim()
  aim.begin()
  press(aim, 'ArrowRight', 0)
  aim.begin()
  expect(aim.columnOf({ id: '3' })).toBe('3')
  expect(aim.columnOf(null)).toBeNull()
  expect(announce(aim).onDragEnd(over('1'))).toBe('Draw the map stays in Column 1.')
})

test('a sentence that was put off is said soon, unless another one was said before it', async () => {
  const speaker = liveSpeaker()
  const region = document.createElement('div')
  speaker.attach(region)
  speaker.saySoon('Picked up.')
  expect(region.textContent).toBe('')
  // A step with nothing to say is no sentence.
  speaker.say(undefined)
  await vi.waitFor(() => expect(region.textContent).toBe('Picked up.'))
  speaker.saySoon('Picked up again.')
  speaker.say('Dropped.')
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 5)))
  expect(region.textContent).toBe('Dropped.')
})
