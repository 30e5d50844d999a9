import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCapability } from '../data/capabilities.ts'
import { useSession } from '../lib/session.ts'

/** Milliseconds between two attempts to load the code when it did not arrive. */
const ASK_AGAIN_MS = 15_000

/** Follows changes while somebody is signed in and the server can; the code for it is loaded only then. */
export const useLive = (): void => {
  const client = useQueryClient()
  const userID = useSession((session) => session.userID)
  const isPossible = useCapability('live', userID !== null)
  useEffect(() => {
    if (!isPossible || userID === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let end: () => void = () => undefined
    const begin = async (): Promise<void> => {
      try {
        const { followLive } = await import('../data/live.ts')
        if (isOver) return
        const stop = await followLive(client, userID)
        if (isOver) stop()
        else end = stop
      } catch {
        if (!isOver) timer = setTimeout(() => void begin(), ASK_AGAIN_MS)
      }
    }
    void begin()
    return () => {
      isOver = true
      clearTimeout(timer)
      end()
    }
  }, [client, userID, isPossible])
}
