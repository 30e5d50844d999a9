import { useRef } from 'react'

/**
 * Lets one thing happen at a time: an act is not begun while the last one goes on. Two presses of one frame both come before
 * React has drawn the first as pending, so `isPending` alone lets both through.
 */
export const useSingleFlight = (): ((act: () => Promise<unknown>) => void) => {
  const isBusy = useRef(false)
  return (act) => {
    if (isBusy.current) return
    isBusy.current = true
    const done = () => {
      isBusy.current = false
    }
    void act().then(done, done)
  }
}
