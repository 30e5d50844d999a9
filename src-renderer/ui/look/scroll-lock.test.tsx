import { Menu, ThemeProvider } from '@mui/material'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { theme } from '#app/theme.ts'
import { lockScrollUnderModals } from './scroll-lock.ts'

const BAR = 15

const showMenu = () => {
  const menu = (open: boolean) => (
    <ThemeProvider theme={theme}>
      <header className="mui-fixed" style={{ paddingRight: 8 }} />
      <Menu open={open} anchorEl={document.body} transitionDuration={0}>
        <li>An entry</li>
      </Menu>
    </ThemeProvider>
  )
  const { container, rerender } = render(menu(false))
  lockScrollUnderModals(container)
  return {
    bar: () => container.querySelector('header')?.style.paddingRight,
    open: () => rerender(menu(true)),
    close: () => rerender(menu(false)),
  }
}
const body = () => [document.body.style.overflow, document.body.style.paddingRight]
const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** jsdom has no scrollbars, and says that the page is 0 wide. */
const setBar = (width: number) =>
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - width)

beforeEach(() => void setBar(0))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the page scrolls in the frame that shows a menu, does not from the next on, and scrolls again after it', async () => {
  const { open, close } = showMenu()
  open()
  screen.getByText('An entry')
  expect(body()).toEqual(['', ''])
  await frame()
  expect(body()).toEqual(['', ''])
  await waitFor(() => expect(body()).toEqual(['hidden', '']))
  close()
  await waitFor(() => expect(body()).toEqual(['', '']))
})

test('where the scrollbar was, the page and the bars that stay get room instead', async () => {
  setBar(BAR)
  const { bar, open, close } = showMenu()
  open()
  await waitFor(() => expect(body()).toEqual(['hidden', `${BAR}px`]))
  expect(bar()).toBe(`${8 + BAR}px`)
  close()
  await waitFor(() => expect(body()).toEqual(['', '']))
  expect(bar()).toBe('8px')
})

test('a menu that is closed before the next frame leaves the page as it is', async () => {
  const { open, close } = showMenu()
  open()
  close()
  await frame()
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setTimeout(resolve))
  expect(body()).toEqual(['', ''])
})
