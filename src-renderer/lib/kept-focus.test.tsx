import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
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
