import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useKeptFocus } from './kept-focus.ts'

afterEach(cleanup)

/** A browser gives no focus to what is not drawn; jsdom draws nothing and gives it to everything. */
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

test('the focus of a button that goes moves to the first that can be seen', () => {
  const { rerender } = render(<Area names={['hidden', 'second', 'third']} />)
  notDrawn('hidden')
  screen.getByRole('button', { name: 'third' }).focus()
  rerender(<Area names={['hidden', 'second']} />)
  expect(focused()).toBe('second')
})

test('with no button left that can be seen it waits on the area', () => {
  const { rerender } = render(<Area names={['hidden', 'second']} />)
  notDrawn('hidden')
  screen.getByRole('button', { name: 'second' }).focus()
  rerender(<Area names={['hidden']} />)
  expect(document.activeElement).toBe(screen.getByTestId('area'))
})
