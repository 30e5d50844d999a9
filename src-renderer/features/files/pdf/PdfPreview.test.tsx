import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import type { PdfPage } from './pdf-document.ts'
import { PdfNotShown } from './pdf-reasons.ts'
import { PdfPreview } from './PdfPreview.tsx'

const closed = vi.fn()
const drawn: Array<{ page: number; scale: number }> = []
const forgotten: number[] = []
const opening = vi.hoisted(() => ({ next: (): Promise<unknown> => Promise.reject(new Error('Nothing is opened.')) }))
// jsdom has no canvas and no workers; tests/e2e/files.spec.ts opens real documents.
vi.mock('./pdf-document.ts', () => ({
  PDF_PAGES_MAX: 300,
  openPdf: () => ({ opened: opening.next(), close: closed }),
}))
const pageOf = (page: number): PdfPage => ({
  width: 600,
  height: 800,
  draw: (_canvas, scale) => {
    drawn.push({ page, scale })
    return page === 3 ? Promise.reject(new Error('broken')) : Promise.resolve()
  },
  layText: (container) => {
    container.textContent = page === 2 ? '' : `The words of page ${page}`
    return Promise.resolve(page !== 2)
  },
  forget: () => void forgotten.push(page),
})
const serve = (count: number) => {
  opening.next = () => Promise.resolve({ count, page: (page: number) => Promise.resolve(pageOf(page)) })
}

/** What the browser tells of the pages: `near` is called with the numbers of those that are on the screen or close. */
let watched: Array<{ target: Element; tell: (isNear: boolean) => void }> = []
const near = async (...numbers: number[]) => {
  await waitFor(() => expect(watched.length).toBeGreaterThanOrEqual(Math.max(...numbers)))
  act(() => {
    for (const { target, tell } of watched) tell(numbers.includes(Number((target as HTMLElement).dataset.page)))
  })
}
beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  watched = []
  drawn.length = 0
  forgotten.length = 0
  closed.mockClear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      onSeen
      constructor(onSeen: (entries: Array<{ isIntersecting: boolean }>) => void) {
        this.onSeen = onSeen
      }
      observe = (target: Element) =>
        void watched.push({ target, tell: (isIntersecting) => this.onSeen([{ isIntersecting }]) })
      disconnect = () => undefined
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      onSize
      constructor(onSize: (entries: unknown[]) => void) {
        this.onSize = onSize
      }
      observe = () => this.onSize([{ contentRect: { width: 624 } }])
      disconnect = () => undefined
      unobserve = () => undefined
    },
  )
})
afterEach(() => {
  clearScreen()
  vi.unstubAllGlobals()
})
const show = () => renderRoutes([{ path: '/', element: <PdfPreview base64={btoa('%PDF-1.7')} name="plan.pdf" /> }], '/')

test('only pages that are near are drawn, as wide as there is room; what is far is forgotten', async () => {
  serve(40)
  show()
  expect(await screen.findByText('Page 1 of 40')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('group')).toHaveLength(40))
  await near(1, 2)
  expect(await screen.findByText('The words of page 1')).toBeTruthy()
  expect(drawn).toEqual([
    { page: 1, scale: 1 },
    { page: 2, scale: 1 },
  ])
  expect(await screen.findByText('This page is a picture without text.')).toBeTruthy()
  await near(2)
  await waitFor(() => expect(screen.queryByText('The words of page 1')).toBeNull())
  await waitFor(() => expect(forgotten).toEqual([1]))
})

test('pages are made larger and smaller in steps, and as wide as there is room again', async () => {
  serve(1)
  show()
  await screen.findByText('Page 1 of 1')
  await near(1)
  await user.click(screen.getByRole('button', { name: 'Larger' }))
  expect(screen.getByText('125%')).toBeTruthy()
  await waitFor(() => expect(drawn.at(-1)).toEqual({ page: 1, scale: 1.25 }))
  await user.click(screen.getByRole('button', { name: 'Fit the width' }))
  expect(screen.getByText('100%')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Smaller' }))
  expect(screen.getByText('75%')).toBeTruthy()
  // The smallest step leaves the focus on its button, which does nothing any more.
  const smaller = screen.getByRole('button', { name: 'Smaller' })
  await user.click(smaller)
  expect([smaller.getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', smaller])
  await user.click(smaller)
  expect(screen.getByText('50%')).toBeTruthy()
})

test('a page that cannot be drawn says so in its place, and the others stay', async () => {
  serve(3)
  show()
  await screen.findByText('Page 1 of 3')
  await near(1, 3)
  expect((await screen.findByRole('alert')).textContent).toBe('This page cannot be drawn.')
  expect(await screen.findByText('The words of page 1')).toBeTruthy()
})

test('of a very long document the first pages are shown, which is said', async () => {
  serve(1234)
  show()
  expect(await screen.findByText('These are the first 300 pages of 1234. The download has all of them.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('group')).toHaveLength(300))
})

test('what cannot be opened says why, and the worker ends with the screen', async () => {
  opening.next = () => Promise.reject(new PdfNotShown('This PDF needs a password.'))
  show()
  expect(await screen.findByText('This PDF needs a password. You can download it.')).toBeTruthy()
  clearScreen()
  expect(closed).toHaveBeenCalledTimes(1)
})
