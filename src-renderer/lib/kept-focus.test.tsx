import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { user } from '#support/quick-user.ts'
import { useKeptFocus } from './kept-focus.ts'

afterEach(cleanup)

/**
 * Hides a button as a browser would, which then refuses it the focus; jsdom draws nothing and gives the focus to
 * everything.
 */
const notDrawn = (name: string) => {
  screen.getByRole('button', { name }).focus = () => undefined
}
const Area = ({ names }: { names: readonly string[] }) => {
  const area = useKeptFocus<HTMLDivElement>()
  return (
    <div ref={area} tabIndex={-1} data-testid="area">
      <p>Some text</p>
      {names.map((name) => (
        <button key={name}>{name}</button>
      ))}
    </div>
  )
}
const focused = () => document.activeElement?.textContent

test('when the focused button goes, the focus moves to the first button that can be seen', () => {
  const { rerender } = render(<Area names={['hidden', 'second', 'third']} />)
  notDrawn('hidden')
  screen.getByRole('button', { name: 'third' }).focus()
  rerender(<Area names={['hidden', 'second']} />)
  expect(focused()).toBe('second')
})

test('when no button that can be seen is left, the focus moves to the area', () => {
  const { rerender } = render(<Area names={['hidden', 'second']} />)
  notDrawn('hidden')
  screen.getByRole('button', { name: 'second' }).focus()
  rerender(<Area names={['hidden']} />)
  expect(document.activeElement).toBe(screen.getByTestId('area'))
})

test('the area that took the focus gives it to the next button that can be seen', () => {
  const { rerender } = render(<Area names={['first']} />)
  screen.getByRole('button', { name: 'first' }).focus()
  rerender(<Area names={[]} />)
  expect(document.activeElement).toBe(screen.getByTestId('area'))
  rerender(<Area names={['second']} />)
  expect(focused()).toBe('second')
})

test('a click on text of the area moves no focus to a button, however often the area is drawn anew', async () => {
  const { rerender } = render(<Area names={['first']} />)
  await user.click(screen.getByText('Some text'))
  expect(document.activeElement).toBe(screen.getByTestId('area'))
  rerender(<Area names={['first', 'second']} />)
  rerender(<Area names={['second']} />)
  expect(document.activeElement).toBe(screen.getByTestId('area'))
})
