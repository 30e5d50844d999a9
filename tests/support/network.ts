import { onlineManager } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Takes the network from the device until the answer is called, or the test ends. */
export const goOffline = (): (() => void) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  const goOnline = () => {
    onLine.mockRestore()
    act(() => {
      dispatchEvent(new Event('online'))
      // It hears no events once the page is gone, and would hold back the writes of the next test.
      onlineManager.setOnline(true)
    })
  }
  onTestFinished(goOnline)
  return goOnline
}
