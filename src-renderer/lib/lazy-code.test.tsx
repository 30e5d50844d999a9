import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart, lazyScreen } from './lazy-code.tsx'

const Arrived = ({ name }: { name?: string }) => <p>Here is {name ?? 'the screen'}</p>
const missing = new TypeError('Failed to fetch dynamically imported module: /assets/X.js')
const alert = 'This part of the app could not be loaded'
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

test('[WS-25] a screen whose code did not arrive says so in its place, and appears by itself once the network is back', async () => {
  const load = vi.fn(async () => Arrived).mockRejectedValueOnce(missing)
  const { Component } = await lazyScreen(load)()
  render(<Component />)
  expect(screen.getByRole('alert').textContent).toContain(alert)
  await act(async () => void dispatchEvent(new Event('online')))
  expect(screen.getByText('Here is the screen')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[WS-25] the code is loaded again by Retry, and by itself after some time', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => Arrived).mockRejectedValue(missing)
  const { Component } = await lazyScreen(load)()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Component />)
  expect(screen.getByText(/There is no connection/)).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('alert').textContent).toContain(alert)
  load.mockResolvedValue(Arrived)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByText('Here is the screen')).toBeTruthy()
})

test('[WS-25] a part of a screen whose code did not arrive keeps its frame and its props', async () => {
  const load = vi.fn(async () => Arrived).mockRejectedValueOnce(missing)
  const Part = lazyPart<{ name?: string }>(load, ({ name, children }) => (
    <section aria-label={name}>{children}</section>
  ))
  render(
    <Suspense>
      <Part name="the wizard" />
    </Suspense>,
  )
  expect((await screen.findByRole('region', { name: 'the wizard' })).textContent).toContain(alert)
  await act(async () => void dispatchEvent(new Event('online')))
  expect(screen.getByText('Here is the wizard')).toBeTruthy()
})
