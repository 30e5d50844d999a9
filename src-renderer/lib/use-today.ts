import { useSyncExternalStore } from 'react'
import { today } from '#shared/rules/today.ts'

const LOOK_EVERY_MS = 30_000
const listeners = new Set<() => void>()
const look = () => listeners.forEach((listener) => listener())
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all cards of a board. A device that slept has missed it, so the page looks again when it is seen. */
const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Today where the viewer is, as YYYY-MM-DD. A page that is open over midnight is drawn again with the new day. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => today())
