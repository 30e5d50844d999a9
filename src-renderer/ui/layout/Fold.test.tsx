import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { user } from '#support/quick-user.ts'
import { Fold } from './Fold.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Draws a text of that height, since jsdom measures nothing. */
const draw = (height: number) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height)
  render(
    <Fold height={200}>
      <a href="/end">The end</a>
    </Fold>,
  )
}

test('a text of about the height has no fold', () => {
  draw(280)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a longer text is opened by Show more and closed by Show less', async () => {
  draw(281)
  const button = screen.getByRole('button', { name: 'Show more' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy()
})

test('a link in the hidden part opens the fold when it gets the focus', () => {
  draw(900)
  act(() => screen.getByRole('link').focus())
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
})
