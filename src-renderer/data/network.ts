import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { platformQueries } from './platform.ts'

const subscribeToOnline = (onChange: () => void) => {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Whether the server is on this computer, where it needs no network. */
const isHere = (origin: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)

/** Why a reward that is typed is not sent now: acts about money are never kept to be sent later. */
export const REWARD_NEEDS_NETWORK = 'A reward needs the network.'

/** Whether this device has a network, or needs none because the server is on it. */
export const useHasNetwork = (): boolean => {
  const hasNetwork = useSyncExternalStore(subscribeToOnline, () => navigator.onLine)
  const { data: origin } = useQuery(platformQueries.serverOrigin())
  return hasNetwork || (origin !== undefined && isHere(origin))
}
