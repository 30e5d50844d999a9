import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Takes the network from the device until the answer is called, or the test ends. */
export const goOffline = (): (() => void) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  const goOnline = () => {
    onLine.mockRestore()
    act(() => void dispatchEvent(new Event('online')))
  }
  onTestFinished(goOnline)
  return goOnline
}
