import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keepLostFocus } from './lost-focus.ts'

let stop = (): void => undefined
beforeAll(() => {
  // jsdom draws nothing, and so has neither that function nor any size.
  Element.prototype.checkVisibility = () => true
  for (const side of ['offsetWidth', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(9)
})
beforeEach(() => {
  vi.useFakeTimers()
  stop = keepLostFocus()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  cleanup()
})
afterAll(() => {
  Reflect.deleteProperty(Element.prototype, 'checkVisibility')
  vi.restoreAllMocks()
})

const settle = () => vi.advanceTimersByTimeAsync(700)
const focused = () => document.activeElement?.textContent
const button = (name: string) => screen.getByRole('button', { name })

type Props = { names: readonly string[]; disabled?: string; isBusy?: boolean; dialog?: readonly string[] }
const Page = ({ names, disabled, isBusy, dialog }: Props) => (
  <>
    <a href="#main">Skip</a>
    <main>
      <h1>Requests</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button disabled={name === disabled} className={isBusy ? 'MuiButton-loading' : ''}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </main>
    {dialog && (
      <div role="dialog">
        {dialog.map((name) => (
          <button key={name}>{name}</button>
        ))}
      </div>
    )}
  </>
)

test('a row that goes leaves the focus to the one in its place, the last one to the one before', async () => {
  const { rerender } = render(<Page names={['a', 'b', 'c']} />)
  button('b').focus()
  rerender(<Page names={['a', 'c']} />)
  await settle()
  expect(focused()).toBe('c')
  rerender(<Page names={['a']} />)
  await settle()
  expect(focused()).toBe('a')
})

test('when nothing is left, the heading of the page has the focus', async () => {
  const { rerender } = render(<Page names={['a']} />)
  button('a').focus()
  rerender(<Page names={[]} />)
  await settle()
  expect(focused()).toBe('Requests')
})

test('a button that is disabled has the focus again once it can, and never while it is busy', async () => {
  const { rerender } = render(<Page names={['a', 'b']} />)
  button('a').focus()
  rerender(<Page names={['a', 'b']} disabled="a" isBusy />)
  await settle()
  expect(focused()).not.toBe('b')
  rerender(<Page names={['a', 'b']} />)
  await settle()
  expect(focused()).toBe('a')
  rerender(<Page names={['a', 'b']} disabled="a" />)
  await settle()
  expect(focused()).toBe('b')
})

test('a dialog that has closed gives the focus to where it came from, or near it', async () => {
  const { rerender } = render(<Page names={['a', 'b']} />)
  button('a').focus()
  rerender(<Page names={['a', 'b']} dialog={['Cancel', 'Delete']} />)
  button('Cancel').focus()
  button('Delete').focus()
  rerender(<Page names={['b']} />)
  await settle()
  expect(focused()).toBe('b')
})

test('a focus that was put away, by a click beside or by the code of a screen, stays away', async () => {
  const { rerender } = render(<Page names={['a', 'b']} />)
  button('a').focus()
  button('a').blur()
  await settle()
  expect(document.activeElement).toBe(document.body)
  button('a').focus()
  screen.getByRole('heading').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  rerender(<Page names={['b']} />)
  await settle()
  expect(document.activeElement).toBe(document.body)
})
