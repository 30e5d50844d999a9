import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { platform } from '#platform'
import { useConnection } from '../lib/connection.ts'

const subscribeToOnline = (onChange: () => void) => {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

const bannerLook = { borderRadius: 0, px: { xs: 2, md: 3 }, alignItems: 'center' } as const

/** Says that the device is offline or the server is gone, and tries again. What was loaded stays on the screen. */
export const ConnectionBanner = () => {
  const isOnline = useSyncExternalStore(subscribeToOnline, () => navigator.onLine)
  const isServerReachable = useConnection((connection) => connection.isServerReachable)
  const [isRetrying, setIsRetrying] = useState(false)
  const cache = useQueryClient()
  if (isOnline && isServerReachable) return null
  const retry = async () => {
    setIsRetrying(true)
    await cache.refetchQueries({ type: 'active' })
    setIsRetrying(false)
  }
  return (
    <Alert
      severity="warning"
      sx={bannerLook}
      action={
        <Button color="inherit" size="small" loading={isRetrying} onClick={() => void retry()}>
          Retry
        </Button>
      }
    >
      {isOnline ? 'The server cannot be reached right now.' : 'You are offline.'} What you see may be out of date.
    </Alert>
  )
}

/** Something about this run that a person must know, such as a missing keychain. */
export const NoticeBanner = () => {
  const [isDismissed, setIsDismissed] = useState(false)
  const { data } = useQuery({ queryKey: ['platform.notice'], queryFn: () => platform.notice(), staleTime: Infinity })
  if (!data || isDismissed) return null
  return (
    <Alert severity="info" sx={bannerLook} onClose={() => setIsDismissed(true)}>
      {data}
    </Alert>
  )
}
