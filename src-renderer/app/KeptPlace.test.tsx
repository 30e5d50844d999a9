import { act, render } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, ScrollRestoration } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptPlace } from './KeptPlace.tsx'

/** Where ScrollRestoration keeps a tab's places. */
const STORED = 'react-router-scroll-positions'

beforeEach(() => {
  vi.stubGlobal('scrollTo', (_x: number, y: number) => void (window.scrollY = y))
  window.scrollY = 0
  sessionStorage.setItem(STORED, JSON.stringify({ '/long': 120 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** A reader who turns the page as soon as it is drawn, if a place is named. */
const Reader = ({ y }: { y: number | undefined }) => {
  useEffect(() => {
    if (y === undefined) return
    window.scrollY = y
    window.dispatchEvent(new Event('scroll'))
  }, [y])
  return null
}

const open = (y?: number) => {
  const frame = (
    <>
      <Outlet />
      <ScrollRestoration getKey={({ pathname }) => pathname} />
      <KeptPlace />
      <Reader y={y} />
    </>
  )
  const children = ['/long', '/other'].map((path) => ({ path, element: <></> }))
  const router = createMemoryRouter([{ element: frame, children }], { initialEntries: ['/long'] })
  render(<RouterProvider router={router} />)
  return router
}

test('a page that is loaded again opens at the place of before', () => {
  open()
  expect(window.scrollY).toBe(120)
})

test('a reader who has scrolled before that place is restored stays where they are', () => {
  open(300)
  expect(window.scrollY).toBe(300)
})

test('the next page opens at its top', async () => {
  const router = open(300)
  await act(() => router.navigate('/other'))
  expect(window.scrollY).toBe(0)
})
